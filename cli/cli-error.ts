/** A failure whose message is meant for the person at the terminal; anything else is a fault of ours. */
export class CliError extends Error {}

/** Ends the command with a sentence. */
export function fail(sentence: string): never {
  throw new CliError(sentence)
}
