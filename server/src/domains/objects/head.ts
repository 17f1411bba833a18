/** The beginning of a file; `more` says that it goes on. */
export interface Head {
  bytes: Buffer
  more: boolean
}

/** The text of a file's beginning, by its byte order mark or else as UTF-8; null where it is neither. A character that is cut in two is left out. */
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
