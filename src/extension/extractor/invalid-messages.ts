/** The sentences that a model reads about a call that cannot run. Each says what is wrong and what to do. */

export function unknownTool(name: string, names: readonly string[]): string {
  return `There is no tool "${name}". The tools are: ${names.join(", ")}.`;
}

export function invalidArguments(name: string | undefined, problem: string): string {
  return `The arguments of ${called(name)} could not be read: ${problem}. Write the call again with one valid JSON object as arguments.`;
}

export function unreadableCall(problem: string): string {
  return `The call could not be read: ${problem}. Write it again in the form that the instructions show.`;
}

export function truncatedCall(name: string | undefined): string {
  return `The call of ${called(name)} did not run because the reply ended before the call was complete. Write it again, with shorter arguments if they were long.`;
}

export function oversizedCall(name: string | undefined, limit: string): string {
  return `The call of ${called(name)} did not run because it is ${limit}. Split the work into smaller calls.`;
}

function called(name: string | undefined): string {
  return name === undefined ? "a tool" : `"${name}"`;
}
