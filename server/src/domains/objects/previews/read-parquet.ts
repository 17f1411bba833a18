import type * as Hyparquet from 'hyparquet'
import type * as Column from 'hyparquet/src/column.js'
import type * as Packing from 'hyparquet-compressors'

export interface ParquetLibraries {
  hyparquet: typeof Hyparquet
  column: typeof Column
  packing: typeof Packing
}

export interface ParquetLimits {
  rows: number
  columns: number
  /** characters of a cell, and of all cells */
  cell: number
  characters: number
  /** bytes to which the pages of a column are unpacked together */
  unpacked: number
}

export interface ParquetTable {
  columns: string[]
  types: string[]
  column_count: number
  /** a cell that cannot be read is null */
  rows: (string | null)[][]
  row_count: number
}

/**
 * Reads the first rows of a Parquet file. This function runs in a process of its own, which gets its text: it uses nothing
 * of this module but its parameters.
 */
export async function readParquet(
  { hyparquet, column, packing }: ParquetLibraries,
  bytes: Uint8Array<ArrayBuffer>,
  limits: ParquetLimits,
): Promise<ParquetTable> {
  /** More than any writer puts into a page. */
  const maxValues = 4_000_000
  const maxPage = 64 * 1024 * 1024
  const file = {
    byteLength: bytes.byteLength,
    slice: (start: number, end?: number) =>
      bytes.buffer.slice(bytes.byteOffset + start, end && bytes.byteOffset + end),
  }
  const compressors: Hyparquet.Compressors = {
    ...packing.compressors,
    // Unlike the others it would unpack more than the page says.
    ZSTD: (packed, length) => packing.decompressZstd(packed, new Uint8Array(length)),
  }
  const parsers: Partial<Hyparquet.ParquetParsers> = {
    timestampFromMilliseconds: (value) => timeText(value, 3),
    timestampFromMicroseconds: (value) => timeText(value, 6),
    timestampFromNanoseconds: (value) => timeText(value, 9),
    dateFromDays: (days) => timeText(BigInt(days) * 86_400n, 0).replace('T00:00:00', ''),
    jsonFromBytes: (written) => written,
    geometryFromBytes: (written) => written,
    geographyFromBytes: (written) => written,
  }
  const metadata = await hyparquet.parquetMetadataAsync(file, { geoparquet: false })
  const { children } = hyparquet.parquetSchema(metadata)
  const row_count = Number(metadata.num_rows)
  const shown = children.slice(0, limits.columns)
  const rowEnd = Math.max(0, Math.min(limits.rows, row_count))
  const cells: (string[] | null)[] = []
  for (const child of shown) cells.push(await cellsOf(child.element.name))
  const rows: (string | null)[][] = []
  let characters = 0
  for (const at of Array(Math.max(0, ...cells.map((read) => read?.length ?? 0))).keys()) {
    if (characters > limits.characters) break
    const row = cells.map((read) => read && (read[at] ?? ''))
    characters += row.reduce((all, cell) => all + (cell?.length ?? 0), 0)
    rows.push(row)
  }
  return {
    columns: shown.map(({ element }) => element.name),
    types: shown.map(({ element }) => typeOf(element)),
    column_count: children.length,
    rows,
    row_count,
  }

  /** One by one, so that a column of an unknown encoding hides no other. */
  async function cellsOf(name: string): Promise<string[] | null> {
    try {
      checkPages(name)
      const rows = await hyparquet.parquetReadObjects({
        file,
        metadata,
        columns: [name],
        rowEnd,
        compressors,
        parsers,
        utf8: false,
        geoparquet: false,
      })
      return rows.map((row) => textOf(row[name]))
    } catch {
      return null
    }
  }

  /** Refuses pages that claim to hold more than pages do, before memory is set aside for them. */
  function checkPages(name: string): void {
    let groupStart = 0
    let unpacked = 0
    for (const group of metadata.row_groups) {
      if (groupStart >= rowEnd) return
      groupStart += Number(group.num_rows)
      for (const { meta_data } of group.columns)
        if (meta_data?.path_in_schema[0] === name) unpacked += unpackedSize(meta_data)
      if (unpacked > limits.unpacked) throw new RangeError('The pages together are too large.')
    }
  }

  function unpackedSize(chunk: Hyparquet.ColumnMetaData): number {
    let size = 0
    const begin = Number(chunk.dictionary_page_offset || chunk.data_page_offset)
    const view = new DataView(file.slice(begin, begin + Number(chunk.total_compressed_size)))
    const reader = { view, offset: 0 }
    while (reader.offset < view.byteLength - 1) {
      const header = column.parquetHeader(reader)
      const counted = header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header
      const isLarge = (counted?.num_values ?? 0) > maxValues || header.uncompressed_page_size > maxPage
      if (isLarge || header.compressed_page_size < 0) throw new RangeError('The page is too large.')
      size += header.uncompressed_page_size
      reader.offset += header.compressed_page_size
    }
    return size
  }

  function typeOf({
    type,
    logical_type,
    converted_type,
    num_children,
    type_length,
  }: Hyparquet.SchemaElement): string {
    if (logical_type?.type === 'TIMESTAMP' || logical_type?.type === 'TIME')
      return `${logical_type.type} ${logical_type.unit}`.toLowerCase()
    if (logical_type?.type === 'INTEGER')
      return `${logical_type.isSigned ? '' : 'u'}int${logical_type.bitWidth}`
    if (logical_type?.type === 'DECIMAL') return `decimal(${logical_type.precision}, ${logical_type.scale})`
    if (logical_type && logical_type.type !== 'NULL') return logical_type.type.toLowerCase()
    if (converted_type) return converted_type === 'UTF8' ? 'string' : converted_type.toLowerCase()
    if (num_children) return 'struct'
    if (type === 'BYTE_ARRAY') return 'bytes'
    return type === 'FIXED_LEN_BYTE_ARRAY' ? `bytes(${type_length})` : (type ?? '').toLowerCase()
  }

  function textOf(value: unknown): string {
    if (value === null || value === undefined) return ''
    const known = plain('', value)
    const text = typeof known === 'object' ? JSON.stringify(known, plain) : String(known)
    return text.length > limits.cell ? `${text.slice(0, limits.cell)}…` : text
  }

  function plain(_name: string, value: unknown): unknown {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    return ArrayBuffer.isView(value) ? bytesText(value) : value
  }

  /** Some writers do not say that their bytes are texts. */
  function bytesText({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
    const count = `${byteLength} bytes`
    if (byteLength > 4 * limits.cell) return count
    try {
      return new TextDecoder('utf-8', { fatal: true })
        .decode(new Uint8Array(buffer, byteOffset, byteLength))
        .replace(/^.*\p{Cc}.*$/su, count)
    } catch {
      return count
    }
  }

  /** @param digits of a second, in which the value counts */
  function timeText(value: bigint, digits: number): string {
    const parts = 10n ** BigInt(digits)
    const seconds = value / parts - (value % parts < 0n ? 1n : 0n)
    const date = new Date(Number(seconds) * 1000)
    if (Number.isNaN(date.getTime())) return String(value)
    const rest = value - seconds * parts
    const fraction = rest === 0n ? '' : `.${String(rest).padStart(digits, '0')}`
    return `${date.toISOString().slice(0, -5)}${fraction}`
  }
}
