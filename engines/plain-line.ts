/**
 * What steers a terminal: a command up to its last character, or a text for the terminal up to its end. No part may hold
 * what the next one begins with, so that a text is looked through in time that grows with its length alone.
 */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-Z\\^-~]/g

/** What ends a line or reorders the text around it. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** A text without colours and whatever else a terminal would carry out. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, '')
}

/**
 * What a run wrote, as one line that steers no terminal; one of more than `longest` characters is cut. It is a copy, since
 * a part of a text keeps all of it in memory, and without halves of characters, which JSON can hold and no database takes.
 */
export function plainLine(text: string, longest: number): string {
  const line = withoutSequences(text).replace(STEERING, ' ').trim()
  const copy = Buffer.from(line.slice(0, longest)).toString()
  return line.length > longest ? `${copy}…` : copy
}
