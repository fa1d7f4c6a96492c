/** Letters that the namespace before a tag's name may have. */
export const maxNamespace = 16;

/** Whether a character may stand in a namespace. */
export function isNamespaceCode(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}
