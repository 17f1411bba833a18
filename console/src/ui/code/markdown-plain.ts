const FENCE = /^ {0,3}(?:```|~~~).*$/m
const BLANK_LINES = /\n\s*\n/
const RULE = /^(?:=+|(?:[-*_]\s*){3,}|[\s:|]*-[\s:|-]*)$/
const DEFINITION = /^\[[^[\]]+\]:\s*\S+(?:\s+"[^"]*")?$/
const MARKS = new RegExp(
  [
    /(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/,
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /!?\[(?<words>[^[\]]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^[\]]*\])/,
    /<(?<address>(?:https?:|mailto:)[^\s<>]+)>/,
    /(?<stars>\*{1,3})(?![\s*])(?<starred>.+?)(?<![\s*])\k<stars>(?!\*)/,
    /(?<!\w)(?<lines>_{1,3})(?![\s_])(?<lined>.+?)(?<![\s_])\k<lines>(?!\w)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
)

/**
 * Returns the words of a Markdown text for the few lines of a card, one line per block. It does not use the parser,
 * so that pages of cards need not load it. Unknown marks stay.
 */
export function plainText(markdown: string): string {
  return markdown
    .split(FENCE)
    .map((part, at) => (at % 2 === 1 ? part : wordsOf(part)))
    .join('\n')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

function wordsOf(text: string): string {
  const blocks = text.split(BLANK_LINES)
  return blocks.map((block) => withoutMarks(block.split('\n').map(withoutBegin).join('\n'))).join('\n')
}

/** Returns the line without the marks of a heading, item, quotation or row; '' if it has no words. */
function withoutBegin(line: string): string {
  const text = line.replace(/^[\s>]+/, '').trimEnd()
  if (RULE.test(text) || DEFINITION.test(text)) return ''
  const row = /^\|(.+)\|$/.exec(text)?.[1]
  if (row !== undefined)
    return row
      .split('|')
      .map((cell) => cell.trim())
      .join(', ')
  return text.replace(/^[-*+]\s+/, '').replace(/^#{1,6}\s+(.*?)(?:\s+#+)?$/, '$1')
}

function withoutMarks(text: string): string {
  return text.replace(MARKS, (whole, ...rest) => {
    const { code, escaped, words, address, starred, lined } = rest.at(-1) as Record<
      string,
      string | undefined
    >
    const within = words ?? starred ?? lined
    return within === undefined ? (code ?? escaped ?? address ?? whole) : withoutMarks(within)
  })
}
