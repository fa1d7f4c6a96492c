/** Characters that no tool's name has: where one of them stands, a text is no header of a call. */
const unnamed = new Set(Array.from("<>{}()\"'`*|=,;?!", (character) => character.charCodeAt(0)));

/** Whether this character may stand in the name of a tool. */
export function isToolNameCode(code: number): boolean {
  return code > 0x20 && !unnamed.has(code);
}
