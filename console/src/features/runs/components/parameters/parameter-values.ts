import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import {
  byStep,
  candidatesByName,
  fieldsByName,
  mergeParameters,
  ownParameters,
  type ParameterField,
  parameterKey,
  receivedParameters,
  type StepValues,
} from '@podium/contract/solution-metadata/parameters.ts'
import { checkParameters } from '@podium/contract/solution-metadata/parameters-check.ts'
import { chosenValue, type Entry, entryOf, hasChoices } from './parameter-entry.ts'

/** The entries that a person changed, by `entryKey`. */
export type Entries = Record<string, Entry>

/** The filled-in form of a pipeline's parameters, with the resulting values. */
export type Filled = ReturnType<typeof fillFields>
export type FilledField = Filled['fields'][number]

interface ParameterForm {
  mode: Mode
  pipeline: Pipeline
  entries: Entries
  /** the initial values of the fields; default: the inherited ones */
  initial?: StepValues | undefined
  /** the values inherited where the form sets none, most specific first; they override the version's own */
  below?: readonly (StepValues | undefined)[] | undefined
  /** the values that a changed one is compared with; default: the version's own */
  usual?: StepValues | undefined
}

/** Returns the key of an entry. It contains the choices, because a choice is stored by its index among them. */
export function entryKey(mode: Mode, { step, name, type, selectable }: ParameterField): string {
  return JSON.stringify([mode, step, name, ...(selectable.length > 0 ? [type, selectable] : [])])
}

/** Returns the pipeline and parameter of an entry's key. */
export function readEntryKey(key: string): { mode: Mode; step: string; name: string } {
  const [mode, step, name] = JSON.parse(key) as [Mode, string, string]
  return { mode, step, name }
}

/** Fills in and checks every field of the form. */
export function fillFields({ mode, pipeline, entries, initial, below = [], usual }: ParameterForm) {
  const own = ownParameters(pipeline)
  const without = receivedParameters(pipeline, ...below)
  const first = mergeParameters(initial, without)
  const compared = usual ?? own
  const fields = fieldsByName(pipeline)
  const filled = [...fields.values()].map((field) => {
    const { step, name } = field
    const key = entryKey(mode, field)
    const opening = first[step]?.[name]
    const entry = entries[key] ?? entryOf(field, opening)
    const fallback = without[step]?.[name]
    const touched = entries[key] !== undefined
    // A field cannot show every value, such as a choice that is not offered or a comma in a list's text.
    const isUnread = !touched && (hasChoices(field) || isSame(opening, fallback))
    const typed = isUnread ? (opening ?? null) : chosenValue(field, entry)
    const value = fallback === undefined && isSame(typed, []) ? null : typed
    const was = compared[step]?.[name]
    return {
      field,
      key,
      entry,
      value,
      /** the usual value */
      was,
      changed: value !== null && !isSame(value, was),
      /** the value that applies if the field is left empty */
      fallback,
      /** true if the person changed it, so that a mistake is shown at once */
      touched,
    }
  })
  const values = [
    ...undescribedValues(pipeline, fields, initial),
    ...filled.flatMap(({ field: { step, name }, value }) => (value === null ? [] : [{ step, name, value }])),
  ]
  const chosen = byStep(values)
  const differing = byStep(values.filter(({ step, name, value }) => !isSame(value, without[step]?.[name])))
  const checked = checkParameters(pipeline, chosen, without)
  const problems = 'problems' in checked ? checked.problems : []
  return {
    fields: filled.map((one) => {
      const found = problems.find(({ step, name }) => step === one.field.step && name === one.field.name)
      return { ...one, problem: problemOf(one.field, found?.message) }
    }),
    /** every value of the form */
    chosen,
    /** the values of the form that differ from the inherited ones */
    differing,
    /** the values that a run receives */
    received: receivedParameters(pipeline, 'values' in checked ? checked.values : chosen, ...below),
  }
}

/** Returns the initial values of arguments that only the author's candidates name: they apply without a field. */
function undescribedValues(
  pipeline: Pipeline,
  fields: ReadonlyMap<string, unknown>,
  initial: StepValues = {},
) {
  const candidates = candidatesByName(pipeline)
  return Object.entries(initial).flatMap(([step, values]) =>
    Object.entries(values).flatMap(([name, value]) => {
      const key = parameterKey(step, name)
      const counts = value !== null && candidates.has(key) && !fields.has(key)
      return counts ? [{ step, name, value }] : []
    }),
  )
}

export function isRight({ fields }: Filled): boolean {
  return fields.every(({ problem }) => problem === undefined)
}

/** Returns the message without the parameter's name, which the label shows. */
export function problemOf({ name }: ParameterField, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const sentence = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
