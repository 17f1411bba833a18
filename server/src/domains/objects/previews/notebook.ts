import type { ArtifactPreview, NotebookCell, ShownPart } from '@podium/contract/calls/run-files.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { type Head, textOf } from '../head.ts'
import { isQuicklyParsed } from './json-size.ts'
import { nothing } from './nothing.ts'
import { sentPicture } from './pictures.ts'
import { withoutEnd } from './without-end.ts'

export const NOTEBOOK_BYTES = 16 * 1024 * 1024

const MAX_CELLS = 500
const MAX_OUTPUTS = 50
/** Characters of one source or output, of all of them, and of all pictures. */
const MAX_TEXT = 32 * 1024
const MAX_TEXTS = 1024 * 1024
const MAX_PICTURES = 8 * 1024 * 1024

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Types of outputs that only a script could show, and how a sentence names them. */
const DRAWN_BY_SCRIPTS: readonly [type: RegExp, what: string][] = [
  [/^application\/vnd\.jupyter\.widget/, 'A widget'],
  [/^application\/vnd\.(plotly|bokeh|vega|holoviews)/, 'A figure that scripts draw'],
  [/^application\/javascript$/, 'A script'],
  [/^text\/html$/, 'A page'],
]

type Fields = Record<string, unknown>

/**
 * Shows a Jupyter notebook: its cells, and their outputs without scripts and pages. Returns null if the file is none of
 * the fourth format, which can be shown as JSON.
 */
export async function previewNotebook(head: Head): Promise<ArtifactPreview | null> {
  if (head.more)
    return nothing(
      'This notebook has more than 16 MiB, too much to be shown here. Download it to look at it.',
    )
  if (!(await isQuicklyParsed(head.bytes))) return null
  const notebook = parsed(head)
  if (!isFields(notebook) || !Array.isArray(notebook.cells)) return null
  const cells: NotebookCell[] = []
  let [texts, pictures] = [0, 0]
  for (const cell of notebook.cells.slice(0, MAX_CELLS)) {
    await ownTurn()
    if (!isFields(cell)) continue
    const shown = cellOf(cell)
    for (const part of [shown, ...shown.outputs]) {
      if (part.kind === 'image') pictures += part.source.length
      else texts += part.text.length
    }
    if (texts > MAX_TEXTS || pictures > MAX_PICTURES) break
    cells.push(shown)
  }
  return { kind: 'notebook', cells, more: cells.length < notebook.cells.length }
}

function parsed(head: Head): unknown {
  const text = textOf(head)
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function cellOf({ cell_type, source, execution_count, outputs }: Fields): NotebookCell {
  const kind = cell_type === 'code' || cell_type === 'markdown' ? cell_type : 'raw'
  const listed = kind === 'code' && Array.isArray(outputs) ? outputs.filter(isFields) : []
  const shown = listed.slice(0, MAX_OUTPUTS).flatMap(outputOf)
  const left = listed.length - MAX_OUTPUTS
  if (left > 0) shown.push({ kind: 'note', text: `${left} more outputs of this cell are not shown here.` })
  return {
    kind,
    ...cut(textIn(source)),
    number: Number.isSafeInteger(execution_count) ? Number(execution_count) : null,
    outputs: shown,
  }
}

function outputOf({ output_type, text, data, ename, evalue, traceback }: Fields): ShownPart[] {
  if (output_type === 'stream') return [{ kind: 'text', ...cut(lastStates(textIn(text))) }]
  if (output_type === 'error') {
    const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === 'string') : []
    const words = lines.length > 0 ? lines.join('\n') : `${textIn(ename)}: ${textIn(evalue)}`
    return [{ kind: 'error', ...cut(words) }]
  }
  return isFields(data) ? richOutput(data) : []
}

/** Returns the form of an output that is shown: a picture, else Markdown, else its text with a sentence. */
function richOutput(data: Fields): ShownPart[] {
  const picture = PICTURE_TYPES.find((type) => data[type] !== undefined)
  if (picture !== undefined) return [sentPicture(Buffer.from(textIn(data[picture]), 'base64'))]
  if (data['text/markdown'] !== undefined)
    return [{ kind: 'markdown', ...cut(textIn(data['text/markdown'])) }]
  const plain = textIn(data['text/plain'])
  const parts: ShownPart[] = plain === '' ? [] : [{ kind: 'text', ...cut(plain) }]
  const drawn = DRAWN_BY_SCRIPTS.find(([type]) => Object.keys(data).some((key) => type.test(key)))
  // The text of a table is as good as its page.
  if (drawn && (plain === '' || drawn[1] !== 'A page'))
    parts.push({ kind: 'note', text: `${drawn[1]}, which is not shown here.` })
  else if (plain === '') parts.push({ kind: 'note', text: 'An output of a kind that is not shown here.' })
  return parts
}

/** Returns the text of a field, which notebooks write as one text or as a list of its lines. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : ''
}

/** Keeps of each line what follows its last carriage return, as progress bars mean it. */
function lastStates(text: string): string {
  if (!text.includes('\r')) return text
  return text
    .split('\n')
    .map((line) => {
      const ended = withoutEnd(line, '\r')
      return ended.slice(ended.lastIndexOf('\r') + 1)
    })
    .join('\n')
}

function cut(text: string): { text: string; more: boolean } {
  if (text.length <= MAX_TEXT) return { text, more: false }
  return { text: text.slice(0, MAX_TEXT), more: true }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
