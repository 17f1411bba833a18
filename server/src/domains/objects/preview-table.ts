import { type ArtifactPreview, PREVIEW_COLUMNS, PREVIEW_ROWS } from '@podium/contract/calls/run-files.ts'
import { dialectOf } from './table-dialect.ts'
import { type End, readRows } from './table-rows.ts'

const LIMITS = {
  // the header, and one row more to detect that there are others
  rows: PREVIEW_ROWS + 2,
  columns: PREVIEW_COLUMNS,
  characters: 1024 * 1024,
}

const REASONS = {
  'long row': 'has more than 1 MiB',
  'open quote': 'opens a quote that is never closed',
}

/** Reads the first rows and columns of a CSV or TSV. `more` is true if the file continues after the text. */
export async function previewTable(text: string, ending: string, more: boolean): Promise<ArtifactPreview> {
  const dialect = dialectOf(text)
  let read = await readRows(text, dialect, LIMITS)
  // a text that was cut off may end within a quote
  const reasonOf = (end: End) => (end === 'long row' || (end === 'open quote' && !more) ? REASONS[end] : null)
  // The TSV standard has no quotes.
  if (reasonOf(read.end) && ending === 'tsv') read = await readRows(text, { ...dialect, quote: null }, LIMITS)
  const { rows, column_count, end } = read
  // the last row of a text that was cut off may be incomplete
  if (more && end === 'text' && !text.endsWith('\n') && rows.length > 1) rows.pop()
  const reason = reasonOf(end)
  const [columns, ...shown] = rows
  if (columns === undefined) {
    const detail = reason
      ? `This table cannot be shown: its first row ${reason}. Download it to look at it.`
      : 'This table is empty.'
    return { kind: 'none', detail }
  }
  return {
    kind: 'table',
    columns,
    column_count,
    rows: shown.slice(0, PREVIEW_ROWS),
    more: more || end !== 'text' || shown.length > PREVIEW_ROWS,
    detail: reason && `The next row ${reason}.`,
  }
}
