/** Programs that fetch what they run at the first start, which can take minutes. */
const installers = ["npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman"];
const installingSubcommands: Record<string, readonly string[]> = {
  npm: ["exec", "x"],
  pnpm: ["dlx", "exec"],
  yarn: ["dlx"],
  bun: ["x"],
  uv: ["run", "tool"],
  deno: ["run"],
};

/** Whether the command may install something before the server starts. Looks through `cmd /c` and `env`. */
export function isInstallerCommand(command: string, args: readonly string[]): boolean {
  const name = (command.split(/[\\/]/).at(-1) ?? "").toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, "");
  const [first, ...rest] = args;
  if (((name === "cmd" && /^\/[cd]$/i.test(first ?? "")) || name === "env") && rest.length > 0) {
    const [inner = "", ...innerArgs] = name === "env" ? args : rest;
    return isInstallerCommand(inner, innerArgs);
  }
  return installers.includes(name) || (installingSubcommands[name]?.includes(first ?? "") ?? false);
}
