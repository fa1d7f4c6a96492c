/** Parts of variable names that stand for secrets in practice. */
const secretName =
  /key|token|secret|passw|passphrase|pwd|credential|auth|cookie|session|private|bearer|dsn|(^|_)pat($|_)|connection_?string/i;
const variableFromEnvironment = /\$\{env:/;
const passwordInUrl = /:\/\/[^/\s:@]*:[^/\s@]+@/;

/**
 * Whether the value of a variable must be hidden from people and the panel: by its name, because it was taken from the
 * environment, or because it is an address with a password. `shown` is the text as it is shown, with `${env:…}` in place.
 */
export function looksSecret(name: string, shown: string): boolean {
  return secretName.test(name) || variableFromEnvironment.test(shown) || passwordInUrl.test(shown);
}

/** Replaces known secrets in a text. Values of fewer than 6 characters are left alone: they are in every other word. */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= 6).sort((a, b) => b.length - a.length);
  return (text) => known.reduce((masked, secret) => masked.replaceAll(secret, "•••"), text);
}
