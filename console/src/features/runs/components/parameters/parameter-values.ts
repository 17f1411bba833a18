import type { Mode, Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
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

/** What was typed, by pipeline, step and argument. */
export type Entries = Record<string, Entry>

/** The form of a pipeline's parameters, and what comes of it. */
export type Filled = ReturnType<typeof fillFields>
export type FilledField = Filled['fields'][number]

interface ParameterForm {
  mode: Mode
  pipeline: Pipeline
  entries: Entries
  /** the values that the fields open with; without them what counts below */
  initial?: StepValues | undefined
  /** what counts where the form chooses nothing, over the version's own, most particular first */
  below?: readonly (StepValues | undefined)[] | undefined
  /** the values that a changed one is compared with; without it the version's own */
  usual?: StepValues | undefined
}

/** The key of an entry. It holds the choices, as a chosen one is kept by its index and means nothing among others. */
export function entryKey(mode: Mode, { step, name, type, selectable }: ParameterField): string {
  return JSON.stringify([mode, step, name, ...(selectable.length > 0 ? [type, selectable] : [])])
}

/** The pipeline and parameter that the key of an entry is of. */
export function readEntryKey(key: string): { mode: Mode; step: string; name: string } {
  const [mode, step, name] = JSON.parse(key) as [Mode, string, string]
  return { mode, step, name }
}

/** The form with the content of every field, checked. */
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
    // A field cannot show every value, such as a choice that is not offered or a comma within a text.
    const isUnread = !touched && (hasChoices(field) || isSame(opening, fallback))
    const typed = isUnread ? (opening ?? null) : chosenValue(field, entry)
    const value = fallback === undefined && isSame(typed, []) ? null : typed
    const was = compared[step]?.[name]
    return {
      field,
      key,
      entry,
      value,
      /** the usual value, and whether this one differs from it */
      was,
      changed: value !== null && !isSame(value, was),
      /** what counts where the field is left empty */
      fallback,
      /** typed by hand, so that a mistake in it is shown at once */
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
    /** of these, what differs from what counts without them */
    differing,
    /** what a run is given */
    received: receivedParameters(pipeline, 'values' in checked ? checked.values : chosen, ...below),
  }
}

/** The given values of arguments that only the author's candidates name: they count, though no field shows them. */
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

/** Whether nothing in the form is wrong. */
export function isRight({ fields }: Filled): boolean {
  return fields.every(({ problem }) => problem === undefined)
}

/** The sentence without the name, which the label of the field shows already. */
export function problemOf({ name }: ParameterField, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const sentence = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
