/**
 * Returns the text without the repetitions of a character at its end. A regular expression such as /x+$/ would search the
 * text again from each character, so that a hostile file could block the server.
 */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
