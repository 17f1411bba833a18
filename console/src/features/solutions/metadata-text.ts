import type { VersionDetail } from '@podium/contract/calls/solutions.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { formatFileSize } from '../../format/file-size.ts'

/** Returns the metadata of a version in the form that people read and edit. */
export function textOf({ metadata_json }: Pick<VersionDetail, 'metadata_json'>): string {
  return JSON.stringify(metadata_json, null, 2)
}

/** Returns the text in that form, or unchanged if it is not JSON. */
export function inForm(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** '1.20 k of 256.00 k': the size of the text and the limit for metadata. */
export function sizeOf(text: string): string {
  const { length } = new TextEncoder().encode(text)
  return `${formatFileSize(length)} of ${formatFileSize(limits.metadata_bytes)}`
}

/** The text may contain whitespace that the stored metadata does not. */
const TEXT_LIMIT = 4 * limits.metadata_bytes

/** Reads metadata from a file. `refused` says why the file is not accepted. */
export async function readMetadataFile(file: File): Promise<{ text: string } | { refused: string }> {
  const { name, size } = file
  if (size > TEXT_LIMIT)
    return { refused: `${name} is larger than ${formatFileSize(TEXT_LIMIT)}, so it cannot be metadata.` }
  const text = await file.text().catch(() => null)
  if (text === null) return { refused: `${name} could not be read. Choose it again.` }
  return text.trim() === '' ? { refused: `${name} is empty. Choose another file.` } : { text }
}
