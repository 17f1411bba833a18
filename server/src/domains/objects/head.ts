/** The beginning of a file; `more` is true if the file continues. */
export interface Head {
  bytes: Buffer
  more: boolean
}

/** Decodes a beginning by its byte order mark, or as UTF-8, without a cut-off last character; null if invalid. */
export function textOf({ bytes, more }: Head): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: more })
  } catch {
    return null
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
