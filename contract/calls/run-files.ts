import * as z from 'zod/mini'
import { patterns } from '../rules/rules.ts'
import { route } from '../wire/route.ts'
import { inWorkspace, maybeDirect, time, workspaceQuery } from '../wire/shapes.ts'

/** Calls for the logs and artifacts of a run. `log_type` is pipeline or process, also with '.log'. */

const byId = z.object({ id: z.string() })
const logQuery = z.object({
  ...inWorkspace,
  log_type: z.string().check(z.describe("pipeline or process, also with '.log'")),
})

const begin = z._default(z.int().check(z.minimum(0)), 0)

/** Returns the log type that a client named, or null. Accepts 'pipeline' and 'process', each also with '.log'. */
export function logTypeOf(sent: string): 'pipeline' | 'process' | null {
  const name = sent.endsWith('.log') ? sent.slice(0, -4) : sent
  return name === 'pipeline' || name === 'process' ? name : null
}

/**
 * The file name of a saved model, unique in the workspace: 'penguins-line-3-v3.7.tar.gz'. A '/' in the name of the
 * stream becomes '-'. @param model_version '3.7'
 */
export function modelFileName(run: {
  solution_name: string
  stream_name: string
  model_version: string
}): string {
  return `${run.solution_name}-${run.stream_name.replaceAll('/', '-')}-v${run.model_version}.tar.gz`
}

export const readLog = route({
  id: 'readLog',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/log',
  summary: 'A log as plain text: whole, or a byte range with 206',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: byId,
  query: z.extend(logQuery, maybeDirect),
  reply: z.unknown(),
  media: 'text/plain; charset=utf-8',
  otherStatuses: [206, 302],
  errors: ['RUN.TRASHED', 'RUN.REMOVED', 'LOG.TYPE', 'OBJECT.RANGE'],
})

/**
 * The sparse line index: `offsets[i]` is the byte at which line `i * every` begins (lines from 0). `from` is the first
 * requested line, a multiple of `every`; `lines` counts the complete and begun lines so far.
 */
export const readLogIndex = route({
  id: 'readLogIndex',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/log/index',
  summary: 'Byte offset of every n-th line of a log',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  params: byId,
  query: z.extend(logQuery, { from: begin.check(z.describe('The first line; a multiple of `every`')) }),
  reply: z.object({
    size: z.number(),
    lines: z.number(),
    every: z.number(),
    from: z.number(),
    offsets: z.array(z.number()),
  }),
  errors: ['RUN.TRASHED', 'RUN.REMOVED', 'LOG.TYPE'],
})

/** Levels that a search for lines accepts. */
const searchedLevel = z.enum(['warn', 'error'])
export type SearchedLevel = z.infer<typeof searchedLevel>

/**
 * Ignores case and colour codes. Returns at most 1,000 hits and stops after ten seconds; `more` says that there may be
 * others. `line` counts from 0, `offset` is its first byte, `text` shows the line around its first hit.
 */
export const searchLog = route({
  id: 'searchLog',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/log/search',
  summary: 'Lines of a log that contain a text, are warnings or are errors',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  params: byId,
  query: z.extend(logQuery, {
    q: z
      .optional(z.string().check(z.minLength(1), z.maxLength(200), z.regex(patterns.one_line)))
      .check(z.describe('The text to look for; needed without `level`')),
    level: z
      .optional(searchedLevel)
      .check(z.describe('Only lines that say this level, as logging libraries write it')),
  }),
  reply: z.object({
    hits: z.array(z.object({ line: z.number(), offset: z.number(), text: z.string() })),
    more: z.boolean(),
  }),
  errors: ['RUN.TRASHED', 'RUN.REMOVED', 'LOG.TYPE', 'LOG.BUSY'],
})

/**
 * Server-sent events of a log as it grows, from byte `from` on. The data of each is JSON:
 * - `lines` `{from, text}`: whole lines (a line of more than 64 KiB in pieces) that begin at byte `from`. The event's
 *   id is the byte after them, so a reconnect with Last-Event-ID continues exactly there. If the log is shorter than
 *   that, its run emptied it, and the stream restarts at byte 0
 * - `skip` `{from, to}`: the reader was more than 4 MiB behind, so these bytes were left out; read them by range
 * - `end` `{}`: the run has ended and everything was sent
 */
export const followLog = route({
  id: 'followLog',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/log/follow',
  summary: 'A log as it grows',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'events',
  params: byId,
  query: z.extend(logQuery, { from: begin.check(z.describe('The first byte to send')) }),
  reply: z.unknown(),
  errors: ['RUN.TRASHED', 'RUN.REMOVED', 'LOG.TYPE'],
})

export const artifact = z.object({ path: z.string(), size: z.number(), modified_at: time })
export type Artifact = z.infer<typeof artifact>

export const listArtifacts = route({
  id: 'listArtifacts',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/artifacts',
  summary: 'The artifacts of a run',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: ['run'],
  params: byId,
  query: workspaceQuery,
  reply: z.object({ artifacts: z.array(artifact), total_bytes: z.number() }),
  errors: ['RUN.TRASHED', 'RUN.REMOVED'],
})

export const readArtifact = route({
  id: 'readArtifact',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/artifacts/{path*}',
  summary: 'One artifact of a run; of a run that has ended also by range',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: z.object({
    id: z.string(),
    path: z.string().check(z.describe('The path of the artifact, with its slashes')),
  }),
  query: z.extend(workspaceQuery, maybeDirect),
  reply: z.unknown(),
  otherStatuses: [206, 302],
  otherMedia: ['application/json'],
  errors: ['OBJECT.RANGE', 'RUN.TRASHED', 'RUN.REMOVED'],
})

/** Maximum rows and columns of a table, and bytes of a text, in a preview. */
export const PREVIEW_ROWS = 1000
export const PREVIEW_COLUMNS = 100
export const PREVIEW_TEXT = 256 * 1024

/** `column_count` may be more than the columns that are sent; a cell is a text as the file writes it. */
const cells = {
  columns: z.array(z.string()),
  column_count: z.int(),
  rows: z.array(z.array(z.string())),
  more: z.boolean(),
  detail: z.nullable(z.string()),
}

const written = { text: z.string(), more: z.boolean() }

/**
 * A part of a notebook's output or of an event file. `source` of a picture is a data address, `note` is a sentence in
 * place of what is not shown, and an error may have ANSI colours, as may any other text.
 */
export const shownPart = z.union([
  z.object({ kind: z.literal('text'), ...written }),
  z.object({ kind: z.literal('error'), ...written }),
  z.object({ kind: z.literal('markdown'), ...written }),
  z.object({ kind: z.literal('image'), source: z.string(), width: z.int(), height: z.int() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
])
export type ShownPart = z.infer<typeof shownPart>

const notebookCell = z.object({
  kind: z.enum(['code', 'markdown', 'raw']),
  ...written,
  /** the number that Jupyter shows beside a cell that was run */
  number: z.nullable(z.int()),
  outputs: z.array(shownPart),
})
export type NotebookCell = z.infer<typeof notebookCell>

/** `detail` says why there is no table, or which part of the array it shows. */
const shownArray = z.object({
  name: z.string(),
  type: z.string(),
  shape: z.array(z.number()),
  table: z.nullable(z.object(cells)),
  detail: z.nullable(z.string()),
})
export type ShownArray = z.infer<typeof shownArray>

/**
 * A preview of a file without downloading it:
 * - `table`: the first rows and columns of a CSV, TSV or Parquet file, cells unchanged. The first line of a CSV names the
 *   columns, `column_count` is their number in that line, and `detail` says why a later row cannot be read. A Parquet
 *   file also has the `types` of its columns and its number of rows
 * - `text`: the beginning; `language` says how to show it
 * - `notebook`: the cells of a Jupyter notebook with their outputs
 * - `arrays`: the arrays of a NumPy file, each with its type, its shape and its first rows
 * - `events`: the newest texts and pictures in an event file of TensorBoard by tag; `has_curves` says that it holds scalars,
 *   which are figures of the run
 * - `image`, `audio`, `video` and `document`: `showArtifact` sends the bytes; a document is a page shown in a frame without
 *   scripts
 * - `none`: the reason, as a sentence
 * `more` says that the file holds more than the answer.
 */
export const artifactPreview = z.union([
  z.object({
    kind: z.literal('table'),
    ...cells,
    types: z.optional(z.array(z.string())),
    row_count: z.optional(z.int()),
  }),
  z.object({
    kind: z.literal('text'),
    language: z.enum(['markdown', 'json', 'plain']),
    ...written,
  }),
  z.object({
    kind: z.literal('notebook'),
    cells: z.array(notebookCell),
    more: z.boolean(),
  }),
  z.object({ kind: z.literal('arrays'), arrays: z.array(shownArray), more: z.boolean() }),
  z.object({
    kind: z.literal('events'),
    items: z.array(z.object({ tag: z.string(), step: z.number(), part: shownPart })),
    has_curves: z.boolean(),
    more: z.boolean(),
    detail: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('image'), width: z.int(), height: z.int() }),
  z.object({ kind: z.enum(['audio', 'video', 'document']) }),
  z.object({ kind: z.literal('none'), detail: z.string() }),
])
export type ArtifactPreview = z.infer<typeof artifactPreview>

/**
 * The slashes of the path stay unencoded in the address, because Apache refuses `%2F`. `readArtifact` still answers the
 * older addresses, `artifacts/{path}/preview`.
 */
export const previewArtifact = route({
  id: 'previewArtifact',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/previewed-artifacts/{path*}',
  summary: 'A preview of one artifact',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: ['run'],
  params: z.object({
    id: z.string(),
    path: z.string().check(z.describe('The path of the artifact, with its slashes')),
  }),
  query: workspaceQuery,
  reply: artifactPreview,
  errors: ['RUN.TRASHED', 'RUN.REMOVED'],
})

/** The types of the files that are sent for viewing. */
export const SHOWN_MEDIA = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'text/html',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'video/mp4',
  'video/webm',
  'video/ogg',
]

/**
 * Sends a picture, sound, film or document with its type, for an element or a frame that shows it, with headers that keep it from running anything.
 */
export const showArtifact = route({
  id: 'showArtifact',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/shown-artifacts/{path*}',
  summary: 'An artifact that is an image, a sound, a film or a document, for viewing',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: z.object({
    id: z.string(),
    path: z.string().check(z.describe('The path of the artifact, with its slashes')),
  }),
  query: workspaceQuery,
  reply: z.unknown(),
  otherStatuses: [206],
  otherMedia: SHOWN_MEDIA,
  errors: ['OBJECT.RANGE', 'RUN.TRASHED', 'RUN.REMOVED'],
})

export const readArtifactArchive = route({
  id: 'readArtifactArchive',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/artifacts.tar.gz',
  summary: 'All artifacts of a run as tar.gz',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'bytes',
  params: byId,
  query: workspaceQuery,
  reply: z.unknown(),
  media: 'application/gzip',
  errors: ['RUN.TRASHED', 'RUN.REMOVED'],
})
