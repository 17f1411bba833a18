/**
 * Matches terminal control sequences: a command up to its last character, or a string up to its terminator. No part
 * matches the first character of the next one, so that the time is linear in the length of the text.
 */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-Z\\^-~]/g

/** Characters that end a line or reorder the text around them. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Returns the text without colours and other control sequences. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, '')
}

/**
 * Returns output of a run as one line without control characters, cut at `longest` characters. It is a copy, because a
 * substring keeps the whole text in memory, and has no lone surrogates, which JSON allows and databases reject.
 */
export function plainLine(text: string, longest: number): string {
  const line = withoutSequences(text).replace(STEERING, ' ').trim()
  const copy = Buffer.from(line.slice(0, longest)).toString()
  return line.length > longest ? `${copy}…` : copy
}
