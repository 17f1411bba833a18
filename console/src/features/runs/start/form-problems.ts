import { limits, messages } from '@podium/contract/rules.ts'
import type { FormProblems } from './form-parts.ts'
import type { RunDraft } from './run-draft.ts'
import type { Offer, Place } from './run-plan.ts'

const FOLDER = /^[\w.-]+(\/[\w.-]+)*$/

interface Checked {
  draft: RunDraft
  place: Place
  offer: Offer
  folder: string
  files: number
  /** a model has to be named: the stream has none of its own */
  modelNeeded: boolean
}

/** What keeps the run from being started, beside its parameters. */
export function formProblems({ draft, place, offer, folder, files, modelNeeded }: Checked): FormProblems {
  return {
    ...placeProblems(place, offer),
    ...(modelNeeded &&
      draft.model === '' && { model: 'Choose the model to use, or train this stream first.' }),
    ...(draft.data === 'set' && draft.dataset.length === 0 && { dataset: 'Choose a data set.' }),
    ...(draft.data === 'upload' && uploadProblems(folder, files)),
  }
}

function placeProblems(place: Place, offer: Offer): FormProblems {
  if (place.target === 'stream') return place.stream ? {} : { stream: messages.fill_out }
  const stream_name = nameProblem(
    place.stream_name,
    offer.streams.filter(({ instance_id }) => instance_id === place.instance?.id),
  )
  if (place.target === 'new-stream')
    return { ...(!place.instance && { instance: messages.fill_out }), ...(stream_name && { stream_name }) }
  const instance_name = nameProblem(place.instance_name, offer.instances)
  return { ...(instance_name && { instance_name }), ...(stream_name && { stream_name }) }
}

function nameProblem(name: string, taken: readonly { name: string }[]): string | undefined {
  if (name.trim() === '') return messages.fill_out
  if (name.length > limits.name) return `Use at most ${limits.name} characters.`
  const known = taken.some((one) => one.name.toLowerCase() === name.toLowerCase())
  return known ? messages.name_taken : undefined
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
