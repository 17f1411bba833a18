import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { parameterFields } from '@podium/contract/parameters.ts'
import { limits, messages } from '@podium/contract/rules.ts'
import { formatVersion } from '../../../format/version.ts'
import {
  entryKey,
  type FilledField,
  problemOf,
  readEntryKey,
} from '../components/parameters/parameter-values.ts'
import { modelOf, type Run, type RunDraft, type Target } from './run-state.ts'

/** What is wrong with the form beside its parameters, by field. */
export type RunProblems = Partial<
  Record<
    | 'stream'
    | 'instance'
    | 'solution'
    | 'instance_name'
    | 'stream_name'
    | 'model'
    | 'dataset'
    | 'folder'
    | 'files',
    string
  >
>

interface Checked {
  draft: RunDraft
  target: Target
  /** which of the names the server knows already */
  taken: { instance: boolean; stream: boolean }
  /** where uploads go */
  folder: string
  files: number
  /** A model has to be named: the stream has none of its own. */
  modelNeeded: boolean
}

const FOLDER = /^[\w.-]+(\/[\w.-]+)*$/

/** What keeps the run from being started, beside its parameters. */
export function runProblems({ draft, target, taken, folder, files, modelNeeded }: Checked): RunProblems {
  return {
    ...targetProblems(target, taken),
    ...(modelNeeded &&
      modelOf(draft, target) === '' && { model: 'Choose the model to use, or train this stream first.' }),
    ...(draft.data === 'set' && draft.dataset.length === 0 && { dataset: 'Choose a data set.' }),
    ...(draft.data === 'upload' && uploadProblems(folder, files)),
  }
}

function targetProblems(target: Target, taken: Checked['taken']): RunProblems {
  if (target.kind === 'stream') return target.stream ? {} : { stream: messages.fill_out }
  const stream_name = nameProblem(target.stream_name, taken.stream)
  const ofStream = stream_name && { stream_name }
  if (target.kind === 'new-stream')
    return { ...(!target.instance && { instance: messages.fill_out }), ...ofStream }
  const instance_name = nameProblem(target.instance_name, taken.instance)
  return { ...(instance_name && { instance_name }), ...ofStream }
}

function nameProblem(name: string, taken: boolean): string | undefined {
  if (name.trim() === '') return messages.fill_out
  if (name.length > limits.name) return `Use at most ${limits.name} characters.`
  return taken ? messages.name_taken : undefined
}

function uploadProblems(folder: string, files: number): RunProblems {
  const isFolder = FOLDER.test(folder) && !folder.split('/').includes('..')
  return {
    ...(files === 0 && { files: 'Choose the files to upload.' }),
    ...(!isFolder && {
      folder: 'Use letters, digits, dots, hyphens and underscores, with slashes between folders.',
    }),
  }
}

/** The parameters with what the server refused of them beside what was found here. */
export function withRefusals(run: Run, refused: Readonly<Record<string, string>>): FilledField[] {
  return run.parameters.fields.map((filled) => {
    const message = refused[parameterPath(run, filled)]
    return message === undefined
      ? filled
      : { ...filled, touched: true, problem: problemOf(filled.field, message) }
  })
}

/** The path of a parameter in the request, by which the server names it. */
export function parameterPath({ mode }: Run, { field }: FilledField): string {
  return `parameters.${mode}.${field.step}.${field.name}`
}

interface LeftBehind {
  pipeline?: string
  model?: string
  parameters: readonly string[]
}

/** What was chosen for another target and does not count here, in sentences. The draft keeps it for the way back. */
export function leftBehind(draft: RunDraft, run: Run, target: Target): LeftBehind {
  const isOffered = draft.pipeline === null || run.modes.includes(draft.pipeline)
  const isModelOffered = !draft.model || modelOf(draft, target) !== ''
  return {
    ...(!isOffered && { pipeline: `There is no ${draft.pipeline} here, so ${run.mode} is chosen.` }),
    ...(!isModelOffered && { model: 'The model you chose is of another solution.' }),
    parameters: lostParameters(draft, run, target),
  }
}

function lostParameters({ entries }: RunDraft, run: Run, { solution, version_num }: Target): string[] {
  const unknown = new Set<string>()
  const changed = new Set<string>()
  for (const key of Object.keys(entries)) {
    const { mode, step, name } = readEntryKey(key)
    const isOffered = run.modes.includes(mode)
    // What was typed for the other pipeline waits there.
    if (isOffered && mode !== run.mode) continue
    const pipeline = isOffered ? pipelineOf(run.metadata, mode) : null
    const fields = pipeline ? parameterFields(pipeline) : []
    const field = fields.find((one) => one.step === step && one.name === name)
    if (!field) unknown.add(name)
    else if (entries[entryKey(mode, field)] === undefined) changed.add(name)
  }
  const version = `${solution?.name} ${formatVersion(version_num)}`
  return [
    ...sentence(`Not sent, because ${version} has no such parameter`, unknown),
    ...sentence(`To be chosen anew, because ${version} offers other choices`, changed),
  ]
}

function sentence(words: string, names: ReadonlySet<string>): string[] {
  return names.size === 0 ? [] : [`${words}: ${[...names].join(', ')}.`]
}
