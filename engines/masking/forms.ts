/** Texts that all forms but base64 leave unchanged. */
const UNCHANGED = /^[\w.-]*$/

/** Code points that are not printable ASCII. */
const NOT_PRINTED = /[^\x20-\x7e]/gu

const bytesOf = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('')
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

/**
 * Lists the forms in which programs print a text: plain, and in JSON, addresses, literals, commands, HTML and base64,
 * as written by languages and tools of data scientists.
 */
export function formsOf(text: string): string[] {
  if (UNCHANGED.test(text)) return [text, ...inBase64(Buffer.from(text))]
  const json = asJson(text)
  return [
    text,
    ...json,
    // JSON inside a JSON log record
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

/** Characters, beyond letters and digits, that each URL encoding leaves unchanged. */
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

/** Returns literals of Python, Ruby and Go, for text and for bytes. */
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

/** Returns the text as shells print a word of a command, and as `printf %q` does. */
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

/** Writes each matching character as its code; one beyond 16 bits as two, unless the pattern has the u flag. */
function escaped(text: string, characters: RegExp, write: (code: number) => string): string {
  return text.replace(characters, (found) =>
    write((characters.unicode ? found.codePointAt(0) : found.charCodeAt(0)) ?? 0),
  )
}

/** Returns base64 forms, also wrapped, and with other bytes before and after. */
function inBase64(bytes: Buffer): string[] {
  return [...[0, 1, 2].flatMap((before) => base64Within(bytes, before)), ...base64InLines(bytes)]
}

/** Returns the part of a base64 text that is independent of the bytes before and after the secret. */
function base64Within(secret: Buffer, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), secret])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((bytes.length * 8) / 6)
  const encodings = ['base64', 'base64url'] as const
  // Without bytes after it, it ends with a character that depends only on the secret.
  const ends = before === 0 ? [to, Math.ceil((bytes.length * 8) / 6)] : [to]
  return encodings.flatMap((encoding) => ends.map((end) => bytes.toString(encoding).slice(from, end)))
}

/** Returns base64 in wrapped lines of 64 or 76 characters, if the secret is at the beginning. */
function base64InLines(secret: Buffer): string[] {
  const [text = ''] = base64Within(secret, 0)
  return [/.{1,64}/g, /.{1,76}/g].flatMap((line) => {
    const lines = text.match(line) ?? []
    return [lines.join('\n'), lines.join('\r\n')]
  })
}
