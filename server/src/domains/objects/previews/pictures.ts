import type { ArtifactPreview, ShownPart } from '@podium/contract/calls/run-files.ts'
import { disableTypes, imageSize, types } from 'image-size'
import { formatOf } from '../formats.ts'
import type { Head } from '../head.ts'
import { nothing } from './nothing.ts'

/** The only picture types that are parsed. Parsers of rarer types would meet hostile files for no benefit. */
export const PICTURES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const
disableTypes(types.filter((type) => !Object.hasOwn(PICTURES, type)))

/** The size of a picture is within this many bytes, even after the metadata of cameras and picture editors. */
export const PICTURE_BYTES = 1024 * 1024
/** Cameras write dozens of segments before the size, a hostile file hundreds of thousands. Each takes microseconds. */
const MAX_SEGMENTS = 5000
/** EXIF orientations that swap width and height. */
const ON_ITS_SIDE = [5, 6, 7, 8]
/** A browser may not have enough memory for more. */
const MAX_PIXELS = 40_000_000
/** Bytes of a picture that is sent within a preview. */
const MAX_SENT = 2 * 1024 * 1024

export function previewPicture({ bytes }: Head): ArtifactPreview {
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

/** Returns the picture with its bytes in its address, or a sentence if it is too large or none. */
export function sentPicture(bytes: Buffer): ShownPart & { kind: 'image' | 'note' } {
  if (bytes.length > MAX_SENT) return note('A picture of more than 2 MiB, which is not shown here.')
  const size = sizeOf(bytes.subarray(0, PICTURE_BYTES))
  if (size === null) return note('A picture that cannot be read.')
  const { width, height } = size
  if (width * height > MAX_PIXELS)
    return note('A picture of more than 40 megapixels, which is not shown here.')
  return { kind: 'image', source: `data:${size.type};base64,${bytes.toString('base64')}`, width, height }
}

function note(text: string): ShownPart & { kind: 'note' } {
  return { kind: 'note', text }
}

function sizeOf(bytes: Buffer): { width: number; height: number; type: string } | null {
  try {
    if (isLongJpeg(bytes)) return null
    const { width, height, orientation = 1, type: name = '' } = imageSize(bytes)
    const type = Object.entries(PICTURES).find(([known]) => known === name)?.[1]
    if (type === undefined || !Number.isSafeInteger(width * height) || width <= 0 || height <= 0) return null
    return ON_ITS_SIDE.includes(orientation)
      ? { width: height, height: width, type }
      : { width, height, type }
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
