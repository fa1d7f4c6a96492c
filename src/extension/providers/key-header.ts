import type { HostProfile } from "./host-profile.ts";

/**
 * A key in a header of its own, for hosts that look for it there (Azure): undefined where it goes as bearer, as do the
 * tokens of a directory.
 */
export function keyHeader(
  { keyHeader: name }: HostProfile,
  key: string | undefined,
): Record<string, string> | undefined {
  const isToken = key?.startsWith("eyJ") === true && key.includes(".");
  return key === undefined || name === "authorization" || isToken ? undefined : { [name]: key };
}
