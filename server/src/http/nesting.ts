import { FieldProblems } from '@podium/contract/errors.ts'

/** Far deeper than any body that means something, far less deep than what reading it again could stand. */
const DEEPEST = 100

const [QUOTE, BACKSLASH] = [34, 92]
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** What keeps a JSON text from being parsed: levels, of which the parser is slow to read many. */
export function nestedTooDeep(text: string): FieldProblems | null {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > DEEPEST) {
      const msg = `The body is nested deeper than ${DEEPEST} levels.`
      return new FieldProblems([{ loc: ['body'], msg, type: 'json_deep' }])
    }
  }
  return null
}

function endOfText(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return json.length
}
