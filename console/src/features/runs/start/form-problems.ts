import { limits, messages } from '@podium/contract/rules.ts'
import type { FormProblems } from './form-parts.ts'
import type { RunDraft } from './run-draft.ts'
import { modelOf, type Place } from './run-plan.ts'
import type { RunNames } from './use-run-names.ts'

const FOLDER = /^[\w.-]+(\/[\w.-]+)*$/

interface Checked {
  draft: RunDraft
  place: Place
  names: RunNames
  folder: string
  files: number
  /** a model has to be named: the stream has none of its own */
  modelNeeded: boolean
}

/** What keeps the run from being started, beside its parameters. */
export function formProblems({ draft, place, names, folder, files, modelNeeded }: Checked): FormProblems {
  return {
    ...placeProblems(place, names),
    ...(modelNeeded &&
      modelOf(draft, place) === '' && { model: 'Choose the model to use, or train this stream first.' }),
    ...(draft.data === 'set' && draft.dataset.length === 0 && { dataset: 'Choose a data set.' }),
    ...(draft.data === 'upload' && uploadProblems(folder, files)),
  }
}

function placeProblems(place: Place, names: RunNames): FormProblems {
  if (place.target === 'stream') return place.stream ? {} : { stream: messages.fill_out }
  const stream_name = nameProblem(place.stream_name, names.stream.taken)
  if (place.target === 'new-stream')
    return { ...(!place.instance && { instance: messages.fill_out }), ...(stream_name && { stream_name }) }
  const instance_name = nameProblem(place.instance_name, names.instance.taken)
  return { ...(instance_name && { instance_name }), ...(stream_name && { stream_name }) }
}

function nameProblem(name: string, taken: boolean): string | undefined {
  if (name.trim() === '') return messages.fill_out
  if (name.length > limits.name) return `Use at most ${limits.name} characters.`
  return taken ? messages.name_taken : undefined
}

function uploadProblems(folder: string, files: number): FormProblems {
  const bad = !FOLDER.test(folder) || folder.split('/').includes('..')
  return {
    ...(files === 0 && { files: 'Choose the files to upload.' }),
    ...(bad && {
      folder: 'Use letters, digits, dots, hyphens and underscores, with slashes between folders.',
    }),
  }
}
