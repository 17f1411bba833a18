import { limits, messages } from '@podium/contract/rules/rules.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { formatVersion } from '../../../format/version.ts'
import {
  entryKey,
  type FilledField,
  problemOf,
  readEntryKey,
} from '../components/parameters/parameter-values.ts'
import { modelOf, type Run, type RunDraft, type Target } from './run-state.ts'
import { variablesProblem } from './variables.ts'

interface Checked {
  draft: RunDraft
  target: Target
  /** which names are already taken */
  taken: { instance: boolean; stream: boolean }
  /** the folder for uploads */
  folder: string
  files: number
  /** true if a model must be chosen, because the stream has none of its own */
  modelNeeded: boolean
}

/** The problems of the form except its parameters, by field. A solution has one only if it no longer exists. */
export type RunProblems = Partial<ReturnType<typeof runProblems>> & { solution?: string | undefined }

const FOLDER = /^[\w.-]+(\/[\w.-]+)*$/

/** Returns the problems that keep the run from starting, except those of its parameters. */
export function runProblems({ draft, target, taken, folder, files, modelNeeded }: Checked) {
  const { kind } = target
  const isUpload = draft.data === 'upload'
  const isFolder = FOLDER.test(folder) && !folder.split('/').includes('..')
  return {
    stream: when(kind === 'stream' && !target.stream, messages.fill_out),
    instance: when(kind === 'new-stream' && !target.instance, messages.fill_out),
    instance_name: kind === 'new-instance' ? nameProblem(target.instance_name, taken.instance) : undefined,
    stream_name: kind === 'stream' ? undefined : nameProblem(target.stream_name, taken.stream),
    model: when(
      modelNeeded && modelOf(draft, target) === '',
      'Choose the model to use, or train this stream first.',
    ),
    dataset: when(draft.data === 'set' && draft.dataset.length === 0, 'Choose a data set.'),
    files: when(isUpload && files === 0, 'Choose the files to upload.'),
    variables: variablesProblem(draft.variables),
    folder: when(
      isUpload && !isFolder,
      'Use letters, digits, dots, hyphens and underscores, with slashes between folders.',
    ),
  }
}

function when(isWrong: boolean, sentence: string): string | undefined {
  return isWrong ? sentence : undefined
}

function nameProblem(name: string, isTaken: boolean): string | undefined {
  if (name.trim() === '') return messages.fill_out
  if (name.length > limits.name) return `Use at most ${limits.name} characters.`
  return when(isTaken, messages.name_taken)
}

/** Returns the parameter fields with the server's refusals added to the problems found here. */
export function withRefusals(run: Run, refused: Readonly<Record<string, string>>): FilledField[] {
  return run.parameters.fields.map((filled) => {
    const message = refused[parameterPath(run, filled)]
    return message === undefined
      ? filled
      : { ...filled, touched: true, problem: problemOf(filled.field, message) }
  })
}

/** Returns the path of a parameter in the request, which the server uses in its messages. */
export function parameterPath({ mode }: Run, { field }: FilledField): string {
  return `parameters.${mode}.${field.step}.${field.name}`
}

/** Returns sentences about choices for another target that do not apply here. The draft keeps the choices. */
export function leftBehind(draft: RunDraft, run: Run, target: Target) {
  const { pipeline, model } = draft
  const isOffered = pipeline === null || run.modes.includes(pipeline)
  return {
    pipeline: when(!isOffered, `There is no ${pipeline} pipeline here, so ${run.mode} is chosen.`),
    model: when(
      model !== null && modelOf(draft, target) === '',
      'The model you chose belongs to another solution.',
    ),
    parameters: lostParameters(draft, run, target),
  }
}

function lostParameters({ entries }: RunDraft, run: Run, { solution, version_num }: Target): string {
  const unknown = new Set<string>()
  const changed = new Set<string>()
  for (const key of Object.keys(entries)) {
    const { mode, step, name } = readEntryKey(key)
    const isOffered = run.modes.includes(mode)
    // Entries of the other pipeline are kept for it.
    if (isOffered && mode !== run.mode) continue
    const pipeline = isOffered ? pipelineOf(run.metadata, mode) : null
    const fields = pipeline ? parameterFields(pipeline) : []
    const field = fields.find((one) => one.step === step && one.name === name)
    if (!field) unknown.add(name)
    else if (entries[entryKey(mode, field)] === undefined) changed.add(name)
  }
  const version = `${solution?.name} ${formatVersion(version_num)}`
  const lost = [
    [`Not sent, because ${version} has no such parameter`, unknown],
    [`Choose again, because ${version} offers other choices`, changed],
  ] as const
  return lost
    .filter(([, names]) => names.size > 0)
    .map(([words, names]) => `${words}: ${[...names].join(', ')}.`)
    .join(' ')
}
