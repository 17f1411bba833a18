import { attachmentHeaders } from '../../../http/attachment.ts'
import { PICTURES } from './pictures.ts'

const SHOWN_TYPES: Record<string, string> = {
  ...PICTURES,
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
}

/** Keeps a document that is opened as a page from running scripts, loading anything or sending anything. */
const SHOWN_POLICY =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Returns what a file is shown as, by the ending of its name; null if its bytes are not sent for viewing. */
export function shownAs(ending: string): 'image' | 'audio' | 'video' | 'document' | null {
  const type = SHOWN_TYPES[ending]
  if (type === undefined) return null
  if (ending === 'svg' || type.startsWith('text/')) return 'document'
  return type.split('/')[0] as 'image' | 'audio' | 'video'
}

/** Returns the headers for showing a file by its name; null if it can only be downloaded. */
export function shownHeadersOf(path: string): Record<string, string> | null {
  const type = SHOWN_TYPES[endingOf(path)]
  if (type === undefined) return null
  return {
    ...attachmentHeaders(path, type),
    'content-disposition': 'inline',
    'content-security-policy': SHOWN_POLICY,
  }
}

/** Returns the ending of a file's name in small letters, '' without one. */
export function endingOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}
