import type { Readable } from 'node:stream'
import { type ArtifactPreview, PREVIEW_TEXT } from '@podium/contract/calls/run-files.ts'
import { isDrawnByScripts } from './drawn-by-scripts.ts'
import { type Head, textOf } from './head.ts'
import { previewTable } from './preview-table.ts'
import { previewEvents } from './previews/events.ts'
import { unpackedHead } from './previews/gzip.ts'
import { NOTEBOOK_BYTES, previewNotebook } from './previews/notebook.ts'
import { noText, nothing } from './previews/nothing.ts'
import { previewArrays } from './previews/npz.ts'
import { shownArrayOf } from './previews/numpy.ts'
import { previewParquet } from './previews/parquet.ts'
import { PICTURE_BYTES, previewPicture } from './previews/pictures.ts'
import { headOf } from './previews/read-head.ts'
import { endingOf, shownAs } from './previews/shown-types.ts'

const TABLES = ['csv', 'tsv']
const MARKDOWN = ['md', 'markdown']
const JSONS = ['json', 'geojson']

/** The names that every writer of TensorBoard gives its files. */
const EVENTS = /tfevents[^/]*$/

const TABLE_BYTES = 4 * 1024 * 1024
const ARRAY_BYTES = 4 * 1024 * 1024

/** Builds the preview of the file. It reads no more of the stream than necessary, and closes it. */
export async function previewOf(path: string, stream: Readable): Promise<ArtifactPreview> {
  const ending = endingOf(path)
  if (ending === 'gz') return previewPacked(endingOf(path.slice(0, -'.gz'.length)), stream)
  if (TABLES.includes(ending)) return tableOf(await headOf(stream, TABLE_BYTES), ending)
  if (ending === 'ipynb') return notebookOf(await headOf(stream, NOTEBOOK_BYTES))
  if (EVENTS.test(path)) return previewEvents(stream)
  if (ending === 'npy') return arrayOf(await headOf(stream, ARRAY_BYTES))
  if (ending === 'npz') return previewArrays(stream)
  if (ending === 'parquet') return previewParquet(stream)
  const shown = shownAs(ending)
  if (shown === 'image') return previewPicture(await headOf(stream, PICTURE_BYTES))
  if (shown !== null && (shown !== 'document' || ending === 'svg')) {
    stream.destroy()
    return { kind: shown }
  }
  const head = await headOf(stream, PREVIEW_TEXT)
  if (shown === 'document') return pageOf(head)
  // PDF has no preview: a sandboxed frame does not show it, and its bytes are not readable text.
  if (ending === 'pdf') return noText(head)
  return previewText(head, languageOf(ending))
}

function languageOf(ending: string): 'markdown' | 'json' | 'plain' {
  if (JSONS.includes(ending)) return 'json'
  return MARKDOWN.includes(ending) ? 'markdown' : 'plain'
}

/** Shows a table or a text in a gzip file. */
async function previewPacked(ending: string, stream: Readable): Promise<ArtifactPreview> {
  const isTable = TABLES.includes(ending)
  const head = await unpackedHead(stream, isTable ? TABLE_BYTES : PREVIEW_TEXT)
  if (head === null) return nothing('This file is damaged, or not a gzip file. Download it to look at it.')
  return isTable ? tableOf(head, ending) : previewText(head, languageOf(ending))
}

async function notebookOf(head: Head): Promise<ArtifactPreview> {
  const text = { bytes: head.bytes.subarray(0, PREVIEW_TEXT), more: head.bytes.length > PREVIEW_TEXT }
  return (await previewNotebook(head)) ?? previewText(text, 'json')
}

async function arrayOf(head: Head): Promise<ArtifactPreview> {
  const array = await shownArrayOf(head, { name: '' })
  if (array !== null) return { kind: 'arrays', arrays: [array], more: false }
  return nothing('This file is not an array of NumPy that can be read. Download it to look at it.')
}

async function tableOf(head: Head, ending: string): Promise<ArtifactPreview> {
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
