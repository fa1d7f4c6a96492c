/** Characters of one attached text that a model gets; the rest is cut, and the text says so. */
export const longestAttachedText = 200_000;
/** Bytes of one attached image or file. */
export const largestAttachedBlob = 8 * 1024 * 1024;
/** Parts that one attachment may become. */
export const mostAttachedParts = 50;
