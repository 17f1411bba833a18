export type PythonLiteral = string | number | boolean | null | PythonLiteral[] | Map<string, PythonLiteral>

const MAX_DEPTH = 12
const TOKEN =
  /\s*(?:(True|False|None)\b|([-+]?\d{1,19})L?|([bu]?'(?:[^'\\\n]|\\.)*'|[bu]?"(?:[^"\\\n]|\\.)*")|([(){}[\]:,]))/y
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

/**
 * Reads a Python literal made of dicts, lists, tuples, texts, integers and constants, as the headers of NumPy files are.
 * Nothing is evaluated. Returns undefined if the text is anything else.
 */
export function pythonLiteral(text: string): PythonLiteral | undefined {
  const tokens = tokensOf(text)
  if (tokens === null) return undefined
  let at = 0
  const isNext = (sign: string) => tokens[at]?.sign === sign && ++at > 0

  function value(depth: number): PythonLiteral {
    const token = tokens?.[at]
    if (token === undefined || depth > MAX_DEPTH) throw new SyntaxError()
    at += 1
    if (token.sign === '{') return dict(depth)
    if (token.sign === '(') return items(')', depth)
    if (token.sign === '[') return items(']', depth)
    if (token.value === undefined) throw new SyntaxError()
    return token.value
  }

  function dict(depth: number): PythonLiteral {
    const fields = new Map<string, PythonLiteral>()
    while (!isNext('}')) {
      const key = value(depth + 1)
      if (typeof key !== 'string' || !isNext(':')) throw new SyntaxError()
      fields.set(key, value(depth + 1))
      if (!isNext(',') && tokens?.[at]?.sign !== '}') throw new SyntaxError()
    }
    return fields
  }

  /** Also of a tuple; a value in brackets that is none becomes a list of one. */
  function items(end: ')' | ']', depth: number): PythonLiteral {
    const found: PythonLiteral[] = []
    while (!isNext(end)) {
      found.push(value(depth + 1))
      if (!isNext(',') && tokens?.[at]?.sign !== end) throw new SyntaxError()
    }
    return found
  }

  try {
    const read = value(0)
    return at === tokens.length ? read : undefined
  } catch {
    return undefined
  }
}

interface Token {
  sign?: string
  value?: string | number | boolean | null
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const [found, constant, integer, quoted, sign] = TOKEN.exec(trimmed) ?? []
    if (found === undefined) return null
    if (sign !== undefined) tokens.push({ sign })
    else if (integer !== undefined) tokens.push({ value: Number(integer) })
    else if (quoted !== undefined) tokens.push({ value: unquoted(quoted) })
    else tokens.push({ value: constant === 'None' ? null : constant === 'True' })
  }
  return tokens
}

function unquoted(quoted: string): string {
  const text = quoted.replace(/^[bu]/, '').slice(1, -1)
  return text.replaceAll(/\\(x[\da-f]{2}|u[\da-f]{4}|.)/gi, (_, written: string) =>
    written.length > 1
      ? String.fromCharCode(Number.parseInt(written.slice(1), 16))
      : (ESCAPES[written] ?? written),
  )
}
