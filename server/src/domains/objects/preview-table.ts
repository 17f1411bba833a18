import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArtifactPreview, PREVIEW_ROWS } from '@podium/contract/run-files.ts'
import { parse } from 'csv-parse'

/** Bytes that one row may have. */
const LONGEST_ROW = 1024 * 1024
/** Between two pieces other calls get their turn. */
const PIECE = 64 * 1024
const DELIMITERS = [',', ';', '\t', '|']

/** The beginning of a file; `more` says that it goes on. */
export interface Head {
  bytes: Buffer
  more: boolean
}

/** The first rows of a CSV or TSV. What comes after a row that cannot be read is not shown. */
export async function previewTable({ bytes, more }: Head, ending: string): Promise<ArtifactPreview> {
  const rows: string[][] = []
  // kept as they are read: a stream that breaks drops what it holds
  const parser = parse({
    bom: true,
    delimiter: ending === 'tsv' ? '\t' : delimiterOf(bytes),
    on_record: (row: string[]) => void rows.push(row),
    to: PREVIEW_ROWS + 2,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  parser.resume()
  const isBroken = await pipeline(Readable.from(piecesOf(bytes)), parser).then(
    () => false,
    () => true,
  )
  // of a file that was cut the last row may lack its end
  if (more && !isBroken && rows.length < PREVIEW_ROWS + 2) rows.pop()
  const [columns, ...shown] = rows
  if (columns === undefined)
    return {
      kind: 'none',
      detail: isBroken
        ? 'This table cannot be read: a row has more than 1 MiB, or a quote is not closed. Download it to look at it.'
        : 'This table is empty.',
    }
  const isCut = more || isBroken || shown.length > PREVIEW_ROWS
  return { kind: 'table', columns, rows: shown.slice(0, PREVIEW_ROWS), more: isCut }
}

/** The separator that the first line has most of. */
function delimiterOf(bytes: Buffer): string {
  const end = bytes.indexOf('\n')
  const line = bytes.subarray(0, end < 0 ? PIECE : Math.min(end, PIECE)).toString()
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).delimiter
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
