import type { Localizable, MessageParams } from "../../../shared/localizable.ts";

/** What the doctor says about a failure: what it means, and what to do. The keys are those of the string tables. */
const sentences = {
  "doctor.cause.nodeMissing":
    "{command} belongs to Node.js, which was not found. Install Node.js from nodejs.org, then restart VS Code.",
  "doctor.cause.uvMissing":
    "{command} belongs to uv, which was not found. Install uv (docs.astral.sh/uv), then restart VS Code.",
  "doctor.cause.pythonMissing": "Python was not found. Install Python 3, then restart VS Code.",
  "doctor.cause.dockerMissing": "Docker was not found. Install Docker and start it, then restart VS Code.",
  "doctor.cause.commandMissing":
    'The program {command} was not found. Install it, or write its full path into "command".',
  "doctor.cause.foundElsewhere":
    '{command} is installed as {found}, but that folder is not on the PATH that servers get. Write this path into "command", or add the folder to PATH in the profile of your login shell.',
  "doctor.cause.network":
    "{command} could not download the server: this computer has no connection to the package registry, or a proxy is missing. Connect, or set HTTPS_PROXY, or install the package beforehand.",
  "doctor.cause.noPackage":
    'The package does not exist in the registry, or not in this version. Correct its name in "args".',
  "doctor.cause.pythonDependency":
    "The server does not fit the installed version of {library}: it was written for an older one. Pin it: {command}",
  "doctor.cause.nodeDependency":
    "The server does not fit the installed version of one of its libraries ({library}). Take another version of the server: {command}",
  "doctor.cause.nodeTooOld": "The server needs a newer Node.js than the one that was found. Install a current Node.js.",
  "doctor.cause.missingVariable": 'The server wants the variable {variable}. Set it in "env" of its configuration.',
  "doctor.cause.addressRefused":
    "The server runs, but cannot reach {address}, which it needs. Start what should answer there, or correct the address in its configuration.",
  "doctor.cause.portTaken":
    "A port that the server wants is in use already, perhaps by an older copy of it. End that one, or choose another port.",
  "doctor.cause.permission": "The system refused access to {path}. Correct the rights, or choose another place.",
  "doctor.cause.fileMissing":
    'The file {path} that the command names does not exist. Correct "args", or build the server first.',
  "doctor.cause.isHttpServer":
    'The program started as a web server at {url} instead of speaking over its standard output. Start it by itself and put that address into "url", or give it the option for stdio.',
  "doctor.cause.silent":
    "The program runs but answers nothing. It may be no MCP server, wait for something, or need an option for stdio.",
  "doctor.cause.banner":
    "The server writes text to its standard output, where only messages belong: {text}. It was read over; tell its author.",
  "doctor.cause.crashed": "The server ended by itself. Its last lines say why.",
  "doctor.cause.wrongPath":
    'Nothing is at this path of {host} (HTTP 404). The address of an MCP server often ends in /mcp or /sse. Correct "url".',
  "doctor.cause.wrongMethod":
    '{host} does not take messages at this address (HTTP {status}), so it is no MCP endpoint. Correct "url".',
  "doctor.cause.html":
    '{host} answered with a web page instead of messages, so this is no MCP endpoint. Correct "url".',
  "doctor.cause.needsAuth":
    '{host} wants to know who you are (HTTP 401). Sign in, or put a token into "headers" as "Authorization".',
  "doctor.cause.forbidden":
    "{host} knows who you are and refuses (HTTP 403). Check that the token has the rights the server wants.",
  "doctor.cause.serverError": "{host} has a fault of its own (HTTP {status}). Try again later, or ask whoever runs it.",
  "doctor.cause.refused": 'Nothing listens at {host}. Start the server, or correct host and port in "url".',
  "doctor.cause.unknownHost": 'The name {host} is not known here. Correct "url", or check your connection and VPN.',
  "doctor.cause.certificate":
    'The certificate of {host} is not trusted here: {detail}. Let this system trust the authority that signed it (NODE_EXTRA_CA_CERTS names a file of such), or correct "url".',
  "doctor.cause.notTls": '{host} does not speak https on this port. Write http:// into "url", or correct the port.',
  "doctor.cause.proxy": "A proxy stands between ({proxy}) and refuses. Correct HTTPS_PROXY, or add {host} to NO_PROXY.",
  "doctor.cause.timeout": "{host} did not answer in time. Check the address, your connection and a proxy.",
} as const;

export type DoctorKey = keyof typeof sentences;

/** The keys of all sentences, for the test that compares them with the string tables. */
export const doctorKeys = Object.keys(sentences) as DoctorKey[];

export function doctorSentence(key: DoctorKey, params: MessageParams = {}): Localizable {
  const message = sentences[key].replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
  return Object.keys(params).length === 0 ? { key, message } : { key, message, params };
}
