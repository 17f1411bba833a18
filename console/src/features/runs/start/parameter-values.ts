import type { Pipeline } from '@podium/contract/metadata.ts'
import {
  byStep,
  defaultParameters,
  mergeParameters,
  type ParameterField,
  parameterFields,
  type StepValues,
  selectedParameters,
} from '@podium/contract/parameters.ts'
import { checkParameters } from '@podium/contract/parameters-check.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { chosenValue, type Entry, entryOf } from './parameter-entry.ts'
import { entryKey, type RunDraft } from './run-draft.ts'
import type { Run } from './run-plan.ts'

export interface FilledField {
  field: ParameterField
  key: string
  entry: Entry
  /** typed by hand, so that a mistake in it is said at once */
  touched: boolean
  /** the version's own value, where this one differs from it */
  was: unknown
  changed: boolean
  /** what is wrong with it, in a sentence */
  problem: string | undefined
}

export interface Filled {
  fields: FilledField[]
  /** what is sent: every value that stands in the form */
  chosen: StepValues
  /** what the run will be given */
  received: StepValues
}

/** The version's own values: what its author selected, else the defaults. */
export function ownValues(pipeline: Pipeline): StepValues {
  return mergeParameters(selectedParameters(pipeline), defaultParameters(pipeline))
}

/** The form with what stands in every field, checked. */
export function fillFields(draft: RunDraft, { mode, pipeline }: Run, stream: Stream | null): Filled {
  const own = ownValues(pipeline)
  const ofStream = stream?.parameters[mode]
  const first = draft.plain ? own : mergeParameters(draft.given, ofStream, own)
  const filled = parameterFields(pipeline).map((field) => {
    const { step, name } = field
    const key = entryKey(mode, field)
    const entry = draft.entries[key] ?? entryOf(field, first[step]?.[name])
    const value = chosenValue(field, entry)
    const was = own[step]?.[name]
    const changed = value !== null && JSON.stringify(value) !== JSON.stringify(was)
    return { field, key, entry, value, was, changed, touched: draft.entries[key] !== undefined }
  })
  const chosen = byStep(
    filled.flatMap(({ field, value }) =>
      value === null ? [] : [{ step: field.step, name: field.name, value }],
    ),
  )
  const checked = checkParameters(pipeline, chosen)
  const problems = 'problems' in checked ? checked.problems : []
  return {
    fields: filled.map(({ value: _, ...rest }) => ({
      ...rest,
      problem: problemOf(
        rest.field,
        problems.find(({ step, name }) => step === rest.field.step && name === rest.field.name)?.message,
      ),
    })),
    chosen,
    received: mergeParameters('values' in checked ? checked.values : chosen, ofStream, own),
  }
}

/** The sentence without the name, which stands above the field already. */
export function problemOf({ name }: ParameterField, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const sentence = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
