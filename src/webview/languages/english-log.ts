/** English sentences of the conversation beyond those of `english-chat.ts` and `english-tools.ts`. `{name}` is filled in; a key with `.one` is used when `n` is 1. */
export const englishLog = {
  "log.label": "Conversation",
  "log.code": "Code",
  "log.taskDone": "Done",
  "log.taskOpen": "Not done",
  "log.showLog": "Show log",
  "log.stopped": "You stopped this reply.",
  "log.loopText": "{call} was asked for again and again with the same arguments. At {max} the turn stops by itself.",
  "log.showAll": "Show all",
  "log.callRunning": "Running: {name}.",
  "log.callDone": "Done: {name}.",
  "log.callFailed": "Failed: {name}.",
  "log.callDenied": "Denied: {name}.",
  "log.replyDone": "{model} has replied.",
  "log.replyEnded": "The reply of {model} has ended.",

  "message.usageRounds.one": "{n} round",

  "tool.unnamed": "Unnamed tool",
  "tool.groupOk": "{n} done",
  "tool.groupDenied": "{n} denied",

  "error.status": "{provider} answered with status {status}",
  "error.keyTextPlain": "The key is not valid (401). Your message is kept.",
  "error.unreachableOther": "Is {name} running, and is the address right?",
  "error.cutAfter": "The connection closed after {n} characters. Unfinished calls were not run.",
  "error.restored.one": "The window was reloaded while this reply was running. {n} finished call is kept.",
  "error.restoredPlain": "The window was reloaded while this reply was running.",
} as const;
