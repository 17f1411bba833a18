import { isObject, isPresent } from '../rules/metadata-json.ts'
import type { Pipeline } from './metadata.ts'
import { parameterSteps } from './metadata-pipeline.ts'

/** The user parameters of a pipeline: the fields of its form, in any of the shapes that authors write. */

export const PARAMETER_TYPES = [
  'float',
  'int',
  'bool',
  'string',
  'single_selection',
  'multi_selection',
] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

const BOOL_SPELLINGS = ['bool', 'boolean', 'flag']

/** The type for an author's word, with bool in any spelling; null if unknown. */
export function parameterType(written: unknown): ParameterType | null {
  if (typeof written === 'string' && BOOL_SPELLINGS.includes(written.toLowerCase())) return 'bool'
  return PARAMETER_TYPES.find((type) => type === written) ?? null
}

export type Choice = string | number | boolean
export type ParameterValue = Choice | Choice[]
/** `{step: {argument: value}}` */
export type StepValues = Record<string, Record<string, unknown>>

/** The limits of a number, or of a text's length; null without a limit on that side. */
export interface ParameterRange {
  min: number | null
  max: number | null
}

export interface ParameterField {
  step: string
  name: string
  type: ParameterType
  description: string
  /** null if the author names none */
  default: ParameterValue | null
  range: ParameterRange | null
  selectable: Choice[]
}

/** The fields of the pipeline's form, in the author's order. An unknown type becomes text. */
export function parameterFields(pipeline: Pipeline): ParameterField[] {
  return [...fieldsByName(pipeline).values()]
}

/** The fields by `parameterKey`, in the same order, so that reading many values scans the form only once. */
export function fieldsByName(pipeline: Pipeline): Map<string, ParameterField> {
  const candidates = candidatesByName(pipeline)
  const fields = new Map<string, ParameterField>()
  for (const { step, entry } of parameterSteps(pipeline, 'user_parameters')) {
    const described: unknown[] = Array.isArray(entry.args) ? entry.args : []
    for (const argument of described) {
      if (!isObject(argument)) continue
      const { name } = argument
      if (typeof name !== 'string') continue
      const key = parameterKey(step, name)
      if (!fields.has(key)) fields.set(key, fieldOf(step, name, argument, candidates.get(key)))
    }
  }
  return fields
}

/** The author's own values (`candidate_parameters`) by `parameterKey`, as written; the first of each counts. */
export function candidatesByName(pipeline: Pipeline): Map<string, unknown> {
  const candidates = new Map<string, unknown>()
  for (const { step, entry } of parameterSteps(pipeline, 'candidate_parameters'))
    for (const [name, value] of Object.entries(argumentsOf(entry))) {
      const key = parameterKey(step, name)
      if (!candidates.has(key)) candidates.set(key, value)
    }
  return candidates
}

export function parameterKey(step: string, name: string): string {
  return JSON.stringify([step, name])
}

/** The name of a parameter as people see it: `epochs` in a pipeline or run of one step, else `train.epochs`. */
export function parameterName(steps: readonly string[], step: string, name: string): string {
  return steps.length === 1 ? name : `${step}.${name}`
}

/** The values with the names that people see. */
export function namedValues(
  values: StepValues,
): { step: string; name: string; title: string; value: unknown }[] {
  const steps = Object.keys(values)
  return Object.entries(values).flatMap(([step, chosen]) =>
    Object.entries(chosen).map(([name, value]) => ({
      step,
      name,
      title: parameterName(steps, step, name),
      value,
    })),
  )
}

/** The values of a run without choices: every field with a default. */
export function defaultParameters(pipeline: Pipeline): StepValues {
  return byStep(
    parameterFields(pipeline).flatMap((field) =>
      field.default === null ? [] : [{ step: field.step, name: field.name, value: field.default }],
    ),
  )
}

/** The metadata's own selection (`selected_user_parameters`), converted if a field describes it. */
export function selectedParameters(pipeline: Pipeline): StepValues {
  const fields = fieldsByName(pipeline)
  const chosen = parameterSteps(pipeline, 'selected_user_parameters').flatMap(({ step, entry }) =>
    Object.entries(argumentsOf(entry)).flatMap(([name, sent]) => {
      const field = fields.get(parameterKey(step, name))
      const value = field === undefined ? sent : typedValue(field, sent)
      return isPresent(value) ? [{ step, name, value }] : []
    }),
  )
  return byStep(chosen)
}

/** The version's own values: its author's selection, else the defaults. */
export function ownParameters(pipeline: Pipeline): StepValues {
  return mergeParameters(selectedParameters(pipeline), defaultParameters(pipeline))
}

/**
 * The parameters that a run's program gets: for every argument the first layer that chose it, last the version's own.
 * The server starts runs with them, and the console previews them.
 * @param chosen checked values, the most specific first
 */
export function receivedParameters(
  pipeline: Pipeline,
  ...chosen: (StepValues | null | undefined)[]
): StepValues {
  return mergeParameters(...chosen, ownParameters(pipeline))
}

/** Merges sets of values: for every argument the first layer that chose it counts; null chooses nothing. */
export function mergeParameters(...layers: (StepValues | null | undefined)[]): StepValues {
  const entries = layers
    .filter(isObject)
    .toReversed()
    .flatMap((layer) =>
      Object.entries(layer as StepValues).flatMap(([step, values]) =>
        Object.entries(values).map(([name, value]) => ({ step, name, value })),
      ),
    )
    .filter(({ value }) => value !== null && value !== undefined)
  return byStep(entries)
}

/** Groups single values by step; a later one for the same argument replaces an earlier one. */
export function byStep(entries: { step: string; name: string; value: unknown }[]): StepValues {
  const steps = new Map<string, Map<string, unknown>>()
  for (const { step, name, value } of entries) {
    const values = steps.get(step) ?? new Map<string, unknown>()
    steps.set(step, values.set(name, value))
  }
  return Object.fromEntries([...steps].map(([step, values]) => [step, Object.fromEntries(values)]))
}

function fieldOf(
  step: string,
  name: string,
  argument: Record<string, unknown>,
  candidate: unknown,
): ParameterField {
  const type =
    parameterType(argument.type) ?? (isPresent(argument.selectable) ? 'single_selection' : 'string')
  const field: ParameterField = {
    step,
    name,
    type,
    description: typeof argument.description === 'string' ? argument.description : '',
    default: null,
    range: rangeOf(argument.range),
    selectable: selectableOf(type, argument.selectable),
  }
  const written = isPresent(argument.default) ? argument.default : candidate
  return { ...field, default: typedValue(field, written) }
}

/** A bool always has the same two choices. */
function selectableOf(type: ParameterType, written: unknown): Choice[] {
  if (type === 'bool') return [true, false]
  return type.endsWith('_selection') ? choicesOf(written) : []
}

/** `args` is an object, or a list that holds one. */
function argumentsOf(entry: Record<string, unknown>): Record<string, unknown> {
  const args: unknown = Array.isArray(entry.args) ? entry.args[0] : entry.args
  return isObject(args) ? args : {}
}

/** A range, written as two numbers, two texts, or one text with a comma. */
function rangeOf(written: unknown): ParameterRange | null {
  const ends: unknown[] = Array.isArray(written) ? written : [written]
  const [min = null, max = null] = ends
    .flatMap((end) => (typeof end === 'string' ? end.split(',') : [end]))
    .map(numberOf)
  if (min === null && max === null) return null
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }
}

function choicesOf(written: unknown): Choice[] {
  return [...new Set(writtenChoices(written).filter(isChoice))]
}

/** The choices as written: bare, in a list, in a list of a list, or as one text with commas. */
export function writtenChoices(written: unknown): unknown[] {
  return listOf(written).flat()
}

export function isChoice(value: unknown): value is Choice {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
}

/** Converts a value to the field's type from any shape that authors write (bare, wrapped, text); else null. */
function typedValue(field: ParameterField, written: unknown): ParameterValue | null {
  if (field.type === 'multi_selection') {
    const chosen = listOf(written)
      .flat()
      .map((item) => choiceOf(field, item))
      .filter(isChoice)
    return chosen.length === 0 ? null : chosen
  }
  if (field.type === 'string') return textOf(written)
  const bare: unknown = Array.isArray(written) ? written[0] : written
  if (!isPresent(bare)) return null
  if (field.type === 'single_selection') return choiceOf(field, bare)
  return field.type === 'bool' ? booleanOf(bare) : numberOf(bare)
}

/** The choice that a written value means: itself, or one with the same text ('True' for true). */
function choiceOf(field: ParameterField, written: unknown): Choice | null {
  if (!isChoice(written)) return null
  const { exact, alike } = choicesIn(field)
  return exact.has(written) ? written : (alike.get(String(written).toLowerCase()) ?? written)
}

/** An index of a field's choices, so that finding one takes no longer among many. */
export interface ChoiceIndex {
  exact: Set<unknown>
  /** the first choice of each spelling, keyed in lower case */
  alike: Map<string, Choice>
}

const indexes = new WeakMap<readonly Choice[], ChoiceIndex>()

export function choicesIn({ selectable }: ParameterField): ChoiceIndex {
  const known = indexes.get(selectable)
  if (known) return known
  const alike = new Map<string, Choice>()
  for (const choice of selectable) {
    const word = String(choice).toLowerCase()
    if (!alike.has(word)) alike.set(word, choice)
  }
  const index = { exact: new Set<unknown>(selectable), alike }
  indexes.set(selectable, index)
  return index
}

function textOf(written: unknown): ParameterValue | null {
  if (!Array.isArray(written)) return isPresent(written) && isChoice(written) ? String(written) : null
  const texts = written.filter(isChoice).map(String)
  return texts.length > 1 ? texts : (texts[0] ?? null)
}

function listOf(written: unknown): unknown[] {
  if (Array.isArray(written)) return written
  if (typeof written === 'string')
    return written
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return isPresent(written) ? [written] : []
}

/** true or false, also as a word in upper or lower case; null for anything else. */
export function booleanOf(written: unknown): boolean | null {
  const word = typeof written === 'string' ? written.trim().toLowerCase() : written
  if (word === true || word === 'true') return true
  return word === false || word === 'false' ? false : null
}

function numberOf(written: unknown): number | null {
  if (typeof written === 'number') return written
  if (typeof written !== 'string' || written.trim() === '') return null
  const number = Number(written)
  return Number.isFinite(number) ? number : null
}
