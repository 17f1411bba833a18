/** Texts that all forms but base64 leave as they are. */
const UNCHANGED = /^[\w.-]*$/

/** Whole characters that are not of ASCII, or control something. */
const NOT_PRINTED = /[^\x20-\x7e]/gu

const bytesOf = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('')
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

/**
 * Lists how programs print a text: as itself, as JSON, in an address, as a literal, in a command, in
 * HTML and in base64, as the languages and tools write it that data scientists use.
 */
export function formsOf(text: string): string[] {
  if (UNCHANGED.test(text)) return [text, ...inBase64(Buffer.from(text))]
  const json = asJson(text)
  return [
    text,
    ...json,
    // a record of a log that is JSON, within one that is
    ...json.slice(0, 2).map((form) => JSON.stringify(form).slice(1, -1)),
    ...inAddress(text),
    ...asLiteral(text),
    ...inCommand(text),
    ...inHtml(text),
    ...inBase64(Buffer.from(text)),
  ]
}

function asJson(text: string): string[] {
  const javascript = JSON.stringify(text).slice(1, -1)
  const withCodes = (characters: RegExp) => escaped(javascript, characters, (code) => `\\u${hex(code, 4)}`)
  const ascii = withCodes(/[^\x20-\x7e]/g)
  const slashed = (form: string) => form.replaceAll('/', '\\/')
  const dotnet = escaped(
    text.replaceAll('\\', '\\\\'),
    /[^\x20-\x7e]|["&'+<>`]/g,
    (code) => `\\u${hex(code, 4).toUpperCase()}`,
  )
  return [
    javascript,
    // Python
    ascii,
    // PHP, with and without JSON_UNESCAPED_UNICODE
    slashed(ascii),
    slashed(javascript),
    // Go, and Gson of Java
    withCodes(/[<>&]/g),
    withCodes(/[<>&='\u2028\u2029]/g),
    dotnet,
  ]
}

/** Characters beside letters and digits that each way of writing addresses leaves as they are. */
const KEPT_IN_ADDRESSES = [
  // JavaScript's encodeURIComponent and encodeURI
  "_.!~*'()-",
  "_.!~*'();,/?:@&=+$#-",
  // Python's quote by default, quote_plus, SQLAlchemy's, and yarl's of paths
  '_.~/-',
  '_.~-',
  '_.~ +-',
  "_.~/!$&'()*+,;=:@-",
  // forms of browsers and PHP's urlencode, Go's paths
  '_.*-',
  '_.-',
  '_.~$&+:=@-',
].map((kept) => new RegExp(`[^a-zA-Z0-9${kept}]`, 'gu'))

function inAddress(text: string): string[] {
  return KEPT_IN_ADDRESSES.flatMap((others) => {
    const percent = text.replace(others, (found) =>
      bytesOf(found, (byte) => `%${hex(byte, 2).toUpperCase()}`),
    )
    const forms = [percent, percent.replaceAll('%20', '+')]
    return forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase())])
  })
}

/** Literals of Python, Ruby and Go, of text and of bytes. */
function asLiteral(text: string): string[] {
  const backslashed = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  const bytes = backslashed.replace(NOT_PRINTED, (found) => bytesOf(found, (byte) => `\\x${hex(byte, 2)}`))
  const ascii = escaped(backslashed, NOT_PRINTED, (code) => {
    if (code < 0x100) return `\\x${hex(code, 2)}`
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
  })
  const quoted = (form: string) => [form, form.replaceAll("'", "\\'"), form.replaceAll('"', '\\"')]
  return [backslashed, bytes, ascii].flatMap(quoted)
}

/** As shells print a word of a command, and as `printf %q` does. */
function inCommand(text: string): string[] {
  const octal = text.replace(NOT_PRINTED, (found) =>
    bytesOf(found, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  )
  return [
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll(/[ !"$&'()*,;<>?[\\\]^`{|}]|^#/g, '\\$&'),
    octal.replaceAll("'", "\\'"),
  ]
}

function inHtml(text: string): string[] {
  const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quotes = [
    ['&quot;', '&#x27;'],
    ['&quot;', '&#39;'],
    ['&#34;', '&#39;'],
    ['&quot;', '&#039;'],
    ['&quot;', '&apos;'],
    ['"', "'"],
  ] as const
  return quotes.flatMap(([double, single]) => {
    const form = written.replaceAll('"', double).replaceAll("'", single)
    return [form, escaped(form, /[^\x20-\x7e]/gu, (code) => `&#${code};`), form.replaceAll('+', '&#43;')]
  })
}

/** Writes each character that matches by its code; one beyond 16 bits by two, unless the pattern matches whole characters. */
function escaped(text: string, characters: RegExp, write: (code: number) => string): string {
  return text.replace(characters, (found) =>
    write((characters.unicode ? found.codePointAt(0) : found.charCodeAt(0)) ?? 0),
  )
}

/** Wrapped too, and in the middle of what was encoded. */
function inBase64(bytes: Buffer): string[] {
  return [...[0, 1, 2].flatMap((before) => base64Within(bytes, before)), ...base64InLines(bytes)]
}

/** The part of a base64 text that is the same whatever stands before the secret, and behind it, in what was encoded. */
function base64Within(secret: Buffer, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), secret])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const
  // Alone, it ends with a character that depends on nothing else.
  const ends = before === 0 ? [to, Math.ceil((bytes.length * 8) / 6)] : [to]
  return encodings.flatMap((encoding) => ends.map((end) => bytes.toString(encoding).slice(from, end)))
}

/** As programs wrap what they encode, lines of 64 or 76 characters, where the secret is the beginning of it. */
function base64InLines(secret: Buffer): string[] {
  const [text = ''] = base64Within(secret, 0)
  return [/.{1,64}/g, /.{1,76}/g].flatMap((line) => {
    const lines = text.match(line) ?? []
    return [lines.join('\n'), lines.join('\r\n')]
  })
}
