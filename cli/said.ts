/** A failure whose message is meant for the person at the terminal; anything else is a fault of ours. */
export class Said extends Error {}

/** Ends the command with a sentence. */
export function say(sentence: string): never {
  throw new Said(sentence)
}
