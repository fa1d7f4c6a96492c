/** Closes an exhaustive switch: the compiler refuses a case that was forgotten, and a broken value throws here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
