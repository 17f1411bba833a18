import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { type ArtifactPreview, PREVIEW_COLUMNS, PREVIEW_ROWS } from '@podium/contract/calls/run-files.ts'
import { nothing } from './nothing.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { headOf } from './read-head.ts'
import { type ParquetLimits, type ParquetTable, readParquet } from './read-parquet.ts'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 10_000
const MAX_ANSWER = 16 * 1024 * 1024
const HEAP_MIB = 256

const LIMITS: ParquetLimits = {
  rows: PREVIEW_ROWS,
  columns: PREVIEW_COLUMNS,
  cell: 500,
  characters: 1024 * 1024,
  unpacked: 256 * 1024 * 1024,
}
const LIBRARIES = ['hyparquet', 'hyparquet/src/column.js', 'hyparquet-compressors']

/**
 * A few bytes of a page may claim to be billions of values, so the library runs in a process with limits. In development,
 * tsx puts calls of `__name` into the text of functions.
 */
const PROGRAM = `
const __name = (named) => named
const [hyparquet, column, packing] = await Promise.all(process.argv.slice(1).map((address) => import(address)))
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const bytes = new Uint8Array(Buffer.concat(chunks))
const table = await (${readParquet})({ hyparquet, column, packing }, bytes, ${JSON.stringify(LIMITS)})
process.stdout.write(JSON.stringify(table))
`

/** Shows the first rows of a Parquet file. */
export const previewParquet = oneAtATime('Parquet files', previewInTurn)

async function previewInTurn(stream: Readable): Promise<ArtifactPreview> {
  const { bytes, more } = await headOf(stream, MAX_BYTES)
  if (more)
    return nothing(
      'This Parquet file has more than 32 MiB, too much to be shown here. Download it to look at it.',
    )
  const table = await tableIn(bytes)
  if (table === null)
    return nothing('This file is not a Parquet file that can be read here. Download it to look at it.')
  const { rows, row_count, ...columns } = table
  return {
    kind: 'table',
    ...columns,
    row_count,
    rows: rows.map((row) => row.map((cell) => cell ?? 'not read here')),
    more: rows.length < row_count,
    detail: null,
  }
}

/** Returns null if the file is damaged, or reading it took more memory or time than any sound one does. */
function tableIn(bytes: Buffer): Promise<ParquetTable | null> {
  const { resolve: pathOf } = createRequire(import.meta.url)
  const addresses = LIBRARIES.map((name) => pathToFileURL(pathOf(name)).href)
  const node = [
    `--max-old-space-size=${HEAP_MIB}`,
    '--input-type=module',
    '--eval',
    PROGRAM,
    '--',
    ...addresses,
  ]
  const child = spawn(process.execPath, node, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  const answer: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    answer.push(chunk)
    size += chunk.length
    if (size > MAX_ANSWER) child.kill('SIGKILL')
  })
  // A process that ends early reads no more.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? (JSON.parse(Buffer.concat(answer).toString()) as ParquetTable) : null)
    })
  })
}
