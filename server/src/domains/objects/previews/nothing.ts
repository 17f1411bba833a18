import type { ArtifactPreview } from '@podium/contract/calls/run-files.ts'
import { formatOf } from '../formats.ts'

/** A file without a preview, and why. */
export function nothing(detail: string): ArtifactPreview & { kind: 'none' } {
  return { kind: 'none', detail }
}

/** A file that is no text; the sentence names its format if it is known. */
export function noText({ bytes }: { bytes: Buffer }): ArtifactPreview {
  const format = formatOf(bytes)
  const what =
    format === null ? 'This file holds no text in UTF-8.' : `This is ${format}, which is not shown here.`
  return nothing(`${what} Download it to look at it.`)
}
