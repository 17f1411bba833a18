import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { parameterFields } from '@podium/contract/parameters.ts'
import { formatVersion } from '../../../format/version.ts'
import { entryKey, readEntryKey } from '../components/parameters/parameter-values.ts'
import type { RunDraft } from './run-draft.ts'
import { modelOf, type Place, type Run } from './run-plan.ts'

export interface LeftBehind {
  pipeline?: string
  model?: string
  parameters: readonly string[]
}

/** What was chosen on another place and cannot count here, in sentences. The draft keeps it for the way back. */
export function leftBehind(draft: RunDraft, run: Run, place: Place): LeftBehind {
  const isLost = draft.pipeline !== null && !run.modes.includes(draft.pipeline)
  return {
    ...(isLost && { pipeline: `There is no ${draft.pipeline} here, so ${run.mode} is chosen.` }),
    ...(draft.model &&
      modelOf(draft, place) === '' && { model: 'The model you chose is of another solution.' }),
    parameters: lostParameters(draft, run, place),
  }
}

function lostParameters({ entries }: RunDraft, run: Run, place: Place): string[] {
  const unknown = new Set<string>()
  const anew = new Set<string>()
  for (const key of Object.keys(entries)) {
    const { mode, step, name } = readEntryKey(key)
    const isOffered = run.modes.includes(mode)
    // What was typed for the other pipeline waits there.
    if (isOffered && mode !== run.mode) continue
    const pipeline = isOffered ? pipelineOf(run.metadata, mode) : null
    const fields = pipeline ? parameterFields(pipeline) : []
    const field = fields.find((one) => one.step === step && one.name === name)
    if (!field) unknown.add(name)
    else if (entries[entryKey(mode, field)] === undefined) anew.add(name)
  }
  const version = `${place.solution?.name} ${formatVersion(place.version_num)}`
  return [
    ...sentence(`Not sent, because ${version} has no such parameter`, unknown),
    ...sentence(`To be chosen anew, because ${version} offers other choices`, anew),
  ]
}

function sentence(words: string, names: ReadonlySet<string>): string[] {
  return names.size === 0 ? [] : [`${words}: ${[...names].join(', ')}.`]
}
