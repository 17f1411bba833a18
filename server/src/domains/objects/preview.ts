import type { Readable } from 'node:stream'
import { type ArtifactPreview, PREVIEW_TEXT } from '@podium/contract/calls/run-files.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { disableTypes, imageSize, types } from 'image-size'
import { attachmentHeaders } from '../../http/attachment.ts'
import { isDrawnByScripts } from './drawn-by-scripts.ts'
import { formatOf } from './formats.ts'
import { type Head, textOf } from './head.ts'
import { previewTable } from './preview-table.ts'

/** The only picture types that are parsed. Parsers of rarer types would meet hostile files for no benefit. */
const PICTURES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const
disableTypes(types.filter((type) => !Object.hasOwn(PICTURES, type)))

const SHOWN_TYPES: Record<string, string> = {
  ...PICTURES,
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
}
const PAGES = ['html', 'htm']
const TABLES = ['csv', 'tsv']
const MARKDOWN = ['md', 'markdown']
const JSONS = ['json', 'geojson', 'ipynb']

const TABLE_BYTES = 4 * 1024 * 1024
/** The size of a picture is within this many bytes, even after the metadata of cameras and picture editors. */
const PICTURE_BYTES = 1024 * 1024
/** Cameras write dozens of segments before the size, a hostile file hundreds of thousands. Each takes microseconds. */
const MAX_SEGMENTS = 5000
/** EXIF orientations that swap width and height. */
const ON_ITS_SIDE = [5, 6, 7, 8]
/** A browser may not have enough memory for more. */
const MAX_PIXELS = 40_000_000

/** Keeps a document that is opened as a page from running scripts, loading anything or sending anything. */
const SHOWN_POLICY =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

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

/** Builds the preview of the file. It reads no more of the stream than necessary, and closes it. */
export async function previewOf(path: string, stream: Readable): Promise<ArtifactPreview> {
  const ending = endingOf(path)
  if (TABLES.includes(ending)) return tableOf(stream, ending)
  if (JSONS.includes(ending)) return previewText(await headOf(stream, PREVIEW_TEXT), 'json')
  if (MARKDOWN.includes(ending)) return previewText(await headOf(stream, PREVIEW_TEXT), 'markdown')
  if (PAGES.includes(ending)) return pageOf(await headOf(stream, PREVIEW_TEXT))
  if (ending === 'svg') return withoutReading(stream, { kind: 'document' })
  // PDF has no preview: a sandboxed frame does not show it, and its bytes are not readable text.
  if (ending === 'pdf') return noText(await headOf(stream, PREVIEW_TEXT))
  if (SHOWN_TYPES[ending] !== undefined) return previewPicture(await headOf(stream, PICTURE_BYTES))
  return previewText(await headOf(stream, PREVIEW_TEXT), 'plain')
}

function endingOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

function withoutReading(stream: Readable, preview: ArtifactPreview): ArtifactPreview {
  stream.destroy()
  return preview
}

async function headOf(stream: Readable, most: number): Promise<Head> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    // leaving the loop closes the stream
    if (size > most) break
  }
  const head = { bytes: Buffer.concat(chunks).subarray(0, most), more: size > most }
  // Parsing the head blocks the event loop, so concurrent previews take turns.
  await ownTurn()
  return head
}

async function tableOf(stream: Readable, ending: string): Promise<ArtifactPreview> {
  const head = await headOf(stream, TABLE_BYTES)
  const text = textOf(head)
  const zeros = text?.indexOf('\0') ?? 0
  if (text === null || zeros === 0) return noText(head)
  // Zeros mean that space was reserved for the file and not written yet.
  return zeros < 0 ? previewTable(text, ending, head.more) : previewTable(text.slice(0, zeros), ending, true)
}

function pageOf({ bytes, more }: Head): ArtifactPreview {
  if (!isDrawnByScripts(bytes.toString('latin1'), more)) return { kind: 'document' }
  return nothing('This page is drawn by scripts, which do not run here. Download it to look at it.')
}

function previewText(head: Head, language: 'markdown' | 'json' | 'plain'): ArtifactPreview {
  const text = textOf(head)
  if (text !== null && !text.includes('\0')) return { kind: 'text', language, text, more: head.more }
  return noText(head)
}

function noText({ bytes }: Head): ArtifactPreview {
  const format = formatOf(bytes)
  const what =
    format === null ? 'This file holds no text in UTF-8.' : `This is ${format}, which is not shown here.`
  return nothing(`${what} Download it to look at it.`)
}

function previewPicture({ bytes }: Head): ArtifactPreview {
  const size = sizeOf(bytes)
  if (size === null)
    return nothing(`This is ${formatOf(bytes) ?? 'no picture that can be read'}. Download it to look at it.`)
  const { width, height } = size
  if (width * height > MAX_PIXELS)
    return nothing(
      `This picture has ${width} × ${height} pixels, more than 40 megapixels: too many to be shown. Download it to look at it.`,
    )
  return { kind: 'image', width, height }
}

function sizeOf(bytes: Buffer): { width: number; height: number } | null {
  try {
    if (isLongJpeg(bytes)) return null
    const { width, height, orientation = 1 } = imageSize(bytes)
    if (!Number.isSafeInteger(width * height) || width <= 0 || height <= 0) return null
    return ON_ITS_SIDE.includes(orientation) ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}

/** True if image-size would need too many steps for a JPEG: it walks the segments, and bytes between them. */
function isLongJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  let at = 4
  for (let steps = 0; steps < MAX_SEGMENTS; steps += 1) {
    if (at + 2 > bytes.length) return false
    const next = at + bytes.readUInt16BE(at)
    const kind = bytes[next + 1] ?? 0
    if (next >= bytes.length || (bytes[next] === 0xff && kind >= 0xc0 && kind <= 0xc2)) return false
    at = bytes[next] === 0xff ? next + 2 : at + 1
  }
  return true
}

export function nothing(detail: string): ArtifactPreview {
  return { kind: 'none', detail }
}
