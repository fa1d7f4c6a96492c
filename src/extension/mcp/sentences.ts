import type { Localizable, MessageParams } from "../../shared/localizable.ts";
import { configSentences } from "./config-sentences.ts";

/** Every sentence of this room that a person reads, in English; the keys are those of the string tables. */
const sentences = {
  ...configSentences,
  "mcp.config.notObject": "The MCP server configuration must be an object that maps names to servers.",
  "mcp.config.entryNotObject": 'The MCP server "{server}" must be an object with "command" or "url".',
  "mcp.config.emptyName": "An MCP server has an empty name. Give it a name.",
  "mcp.config.wrongType":
    'The MCP server "{server}" has a wrong value in "{field}": it must be {expected}. Correct it in the configuration.',
  "mcp.config.unknownTransport":
    'The MCP server "{server}" has an unknown "type": "{value}". Use "stdio", "http" or "sse".',
  "mcp.config.noLaunch":
    'The MCP server "{server}" names neither "command" (a program to run) nor "url" (a server to call). Add one of them.',
  "mcp.config.twoLaunches":
    'The MCP server "{server}" names both "command" and "url". Keep one, or add "type" to say which counts.',
  "mcp.config.missingField": 'The MCP server "{server}" of type "{type}" needs "{field}". Add it.',
  "mcp.config.unsetVariable":
    'The MCP server "{server}" uses {variable} in "{field}", which has no value. Set it, or write $${…} for the plain text.',
  "mcp.config.badUrl": 'The MCP server "{server}" has a "url" that is not an absolute http or https address: {url}',
  "mcp.config.urlCredentials":
    'The MCP server "{server}" has a user name or password in its "url". Put them into an "Authorization" header in "headers".',
  "mcp.config.badHeader":
    'The MCP server "{server}" has a header named "{field}" whose name or value HTTP does not allow. Correct it in "headers".',
  "mcp.config.unknownField": 'The MCP server "{server}" has an unknown field "{field}", which is ignored.',
  "mcp.config.badTimeout":
    'The MCP server "{server}" has a "timeout" that is not a number of milliseconds above 0; the default counts.',
  "mcp.state.disabled": 'The server is switched off by "enabled": false in its configuration.',
  "mcp.state.untrusted": "The workspace is not trusted. Trust it to start its servers.",
  "mcp.state.needsConsent": "The server starts after you have seen and accepted what it runs.",
  "mcp.state.rejected": "You declined to start this server. Restart it to be asked again.",
  "mcp.state.stoppedByUser": "The server was stopped. Restart it to use its tools.",
  "mcp.state.reconnecting": "The connection was lost: {cause} Trying again, attempt {attempt} of {attempts}.",
  "mcp.fail.cwdMissing": 'The working directory {cwd} does not exist. Create it, or correct "cwd".',
  "mcp.fail.cwdNotDirectory": 'The working directory {cwd} is not a directory. Correct "cwd".',
  "mcp.fail.commandNotFound":
    'The command "{command}" was not found. Searched: {searched}. Install it, or write its full path into "command".',
  "mcp.fail.commandNeedsArgs":
    'The command "{command}" was not found. Put its arguments into "args", for example "command": "{program}", "args": {args}.',
  "mcp.fail.commandNotExecutable": "{command} cannot be run: it is not an executable file.",
  "mcp.fail.spawn": "{command} could not be started: {detail}",
  "mcp.fail.exitedAtStart":
    "The server ended while it was starting, with exit code {exitCode}. See the last lines it wrote.",
  "mcp.fail.exited": "The server ended by itself, with exit code {exitCode}.",
  "mcp.fail.killed": "The server was ended by the signal {signal}.",
  "mcp.fail.tooManyRestarts":
    "{cause} It was started again {attempts} times in 5 minutes and did not last. Restart it by hand.",
  "mcp.fail.tooManyReconnects": "{cause} {attempts} attempts to reach it again failed. Restart it by hand.",
  "mcp.fail.messageTooLarge":
    "The server sent a message of more than {limit} characters, which is more than can be read.",
  "mcp.fail.closedStdout": "The server closed its input or output, so it can no longer answer.",
  "mcp.fail.startTimeout":
    'The server did not answer within {seconds} seconds. See its log; a longer "timeout" in its configuration gives it more time.',
  "mcp.fail.handshake": "The server answered the connection with an error: {detail}",
  "mcp.fail.listTools": "The server could not list its tools: {detail}",
  "mcp.fail.listTimeout": "The server did not list its tools within {seconds} seconds.",
  "mcp.fail.needsAuth":
    'The server at {host} asks for authorization (HTTP 401). Add a header such as "Authorization" to "headers" in its configuration.',
  "mcp.fail.signIn":
    'The server at {host} wants you to sign in. Sign in, or add an "Authorization" header to "headers" in its configuration.',
  "mcp.fail.moreScopes":
    "The server at {host} wants more permissions than you gave: {scopes}. Sign in again to give them.",
  "mcp.oauth.signInNeeded": "The sign-in has to be done again.",
  "mcp.oauth.notHttps": "Signing in works over https only, so nothing was sent to {url}. Correct the address.",
  "mcp.oauth.noRedirect":
    'The browser has no way back: port {port} of this computer could not be used ({detail}). Free it, or correct "callbackPort".',
  "mcp.oauth.notOpened": "The browser was not opened, so nobody signed in. Sign in again.",
  "mcp.oauth.denied": "The sign-in was declined in the browser. Sign in again to use the server.",
  "mcp.oauth.refused": "The authorization server refused the sign-in: {detail}",
  "mcp.oauth.wrongAnswer":
    "The answer of the sign-in did not come from the authorization server that was asked, so it was dropped. Sign in again.",
  "mcp.oauth.wrongIssuer":
    "The authorization server at {expected} calls itself {issuer}. That may be an attack, so the sign-in was ended. Tell the people who run the server.",
  "mcp.oauth.noPkce":
    "The authorization server {issuer} does not say that it supports PKCE (S256), without which signing in is not safe. Tell the people who run the server.",
  "mcp.oauth.failed":
    'The sign-in failed: {detail} Try again, or add an "Authorization" header to "headers" in the configuration.',
  "mcp.oauth.timedOut": "Nobody signed in within {minutes} minutes. Sign in again.",
  "mcp.fail.forbidden": "The server at {host} refuses access (HTTP 403): {detail}",
  "mcp.fail.http": "The server at {host} answered with HTTP {status}: {detail}",
  "mcp.fail.unreachable": "The server at {host} cannot be reached: {detail}",
  "mcp.fail.sessionLost": "The server at {host} no longer knows this session.",
  "mcp.fail.connectionLost": "The connection to the server broke off.",
  "mcp.fail.unexpected": "The connection failed: {detail}",
  "mcp.tool.notObject": "The server sent a tool that is not an object.",
  "mcp.tool.noName": "The server sent a tool without a name.",
  "mcp.tool.duplicate": "The server declares this tool twice; the first one counts.",
  "mcp.tool.noInputSchema": '"inputSchema" is missing or is not an object.',
  "mcp.tool.inputSchemaType": '"inputSchema" must have "type": "object".',
  "mcp.tool.outputSchema": '"outputSchema" must be an object.',
  "mcp.tool.appOnly": "The server keeps this tool for its own interface (MCP Apps); models are not to call it.",
  "mcp.tool.description": '"description" must be text.',
  "mcp.tool.taskUnsupported": "The tool can only run as a task, and the server does not support tasks.",
  "mcp.call.unknownTool": 'There is no tool "{tool}".',
  "mcp.call.notReady": 'The MCP server "{server}" is not ready: {cause}',
  "mcp.call.stopped": "It was stopped.",
  "mcp.call.cancelled": "The call was cancelled.",
  "mcp.call.idleTimeout":
    'The tool "{tool}" of "{server}" gave no sign of life for {seconds} seconds, so the call was cancelled.',
  "mcp.call.hardTimeout":
    'The tool "{tool}" of "{server}" ran for {seconds} seconds, the longest allowed, so the call was cancelled.',
  "mcp.call.serverError": 'The MCP server "{server}" answered the call with an error: {detail}',
  "mcp.call.signIn":
    'The MCP server "{server}" wants you to sign in. Sign in on the servers page; the call was not run.',
  "mcp.call.moreScopes":
    'The MCP server "{server}" wants more permissions for this call than you gave: {scopes}. Sign in again on the servers page; the call was not run.',
  "mcp.call.lost":
    'The connection to the MCP server "{server}" was lost during the call: {cause} The tool may or may not have run.',
  "mcp.call.badResult": 'The MCP server "{server}" sent a result that does not follow the protocol: {detail}',
  "mcp.ask.timeout": 'The MCP server "{server}" did not answer within {seconds} seconds.',
  "mcp.ask.lost": 'The MCP server "{server}" could not be asked: {detail}',
  "mcp.ask.noServer": 'There is no MCP server "{server}".',
  "mcp.ask.prompt": 'The MCP server "{server}" did not give the prompt "{prompt}": {detail}',
  "mcp.ask.promptEmpty": 'The prompt "{prompt}" of the MCP server "{server}" has no content that can be inserted.',
  "mcp.ask.resource": 'The MCP server "{server}" did not give the resource {uri}: {detail}',
  "mcp.ask.resourceEmpty": 'The MCP server "{server}" sent nothing for the resource {uri}.',
  "mcp.ask.resourceTooLarge":
    'The resource {uri} of the MCP server "{server}" is larger than {limit} MB, the most that can be attached.',
  "mcp.ask.completion": 'The MCP server "{server}" could not complete the value: {detail}',
  "mcp.result.noStructuredContent": "The tool declares an output schema, but its result has no structured content.",
  "mcp.result.schemaViolation": "The structured content does not match the tool's output schema: {detail}",
  "mcp.result.schemaUnusable": "The tool's output schema cannot be used, so the result was not checked: {detail}",
} as const;

export type SentenceKey = keyof typeof sentences;

/** The keys of all sentences, for the test that compares them with the string tables. */
export const sentenceKeys = Object.keys(sentences) as SentenceKey[];

/** The sentence with its `{name}` places filled from `params`, and what the string tables need to say it again. */
export function sentence(key: SentenceKey, params: MessageParams = {}): Localizable {
  const message = sentences[key].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
  return Object.keys(params).length === 0 ? { key, message } : { key, message, params };
}
