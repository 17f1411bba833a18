import { stripVTControlCharacters } from 'node:util'

/** What ends a line or reorders the text around it. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** What a run wrote, as one line that steers no terminal; one of more than `longest` characters is cut. */
export function plainLine(text: string, longest: number): string {
  const line = stripVTControlCharacters(text).replace(STEERING, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
