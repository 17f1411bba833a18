/** A failure with a message for the person at the terminal. Any other error is a bug. */
export class CliError extends Error {}

/** Ends the command with a sentence. */
export function fail(sentence: string): never {
  throw new CliError(sentence)
}
