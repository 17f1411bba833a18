import { canonicalJson, isObject } from '../rules/metadata-json.ts'
import type { Pipeline } from './metadata.ts'
import { stepsOf } from './metadata-pipeline.ts'
import { MODES } from './modes.ts'
import {
  booleanOf,
  byStep,
  candidatesByName,
  choicesIn,
  fieldsByName,
  ownParameters,
  type ParameterField,
  parameterKey,
  type StepValues,
} from './parameters.ts'

const MAX_PROBLEMS = 20
const MAX_NAMES = 20
const LONGEST_SHOWN = 60

/** The problem with one value. `name` is '' if the step itself is wrong. `message` names the parameter. */
export interface ParameterProblem {
  step: string
  name: string
  message: string
}

export type ParameterCheck = { values: StepValues } | { problems: ParameterProblem[] }

type Checked = { value: unknown } | { problem: string }

/**
 * Checks chosen values against the pipeline's form. null means not chosen; single values for lists and selections as
 * comma-separated text are converted. Two kinds of values are accepted unchecked: arguments that only
 * `candidate_parameters` names, and the author's own value, which a run without choices gets in any case. Returns at
 * most twenty problems, one sentence each.
 * @param below the values that apply if nothing is chosen: a selection without one there may stay empty
 */
export function checkParameters(pipeline: Pipeline, values: unknown, below?: StepValues): ParameterCheck {
  const own = ownParameters(pipeline)
  return checkAll(pipeline, values, { below: below ?? own, free: own })
}

/** Problems of the author's own values, which could not be chosen but do not keep runs from starting. */
export function ownProblems(pipeline: Pipeline): ParameterProblem[] {
  const own = ownParameters(pipeline)
  const checked = checkAll(pipeline, own, { below: own, free: {} })
  return 'problems' in checked ? checked.problems : []
}

interface Beside {
  below: StepValues
  /** values accepted without a check */
  free: StepValues
}

function checkAll(pipeline: Pipeline, values: unknown, { below, free }: Beside): ParameterCheck {
  if (!isObject(values))
    return { problems: [{ step: '', name: '', message: 'Give the parameters as {step: {name: value}}.' }] }
  const form = formOf(pipeline)
  const problems: ParameterProblem[] = []
  const good: { step: string; name: string; value: unknown }[] = []
  for (const { step, name, value, wrong } of valuesIn(form, values)) {
    if (isUnchosen(form, step, name, value) && below[step]?.[name] === undefined) continue
    const known = free[step]?.[name]
    const checked = wrong === null ? checkArgument(form, step, name, value) : { problem: wrong }
    if ('value' in checked) good.push({ step, name, value: checked.value })
    else if (isSame(known, value)) good.push({ step, name, value: known })
    else
      problems.push({
        step,
        name,
        message: name === '' ? checked.problem : `${cut(name)}: ${checked.problem}`,
      })
    if (problems.length === MAX_PROBLEMS) break
  }
  return problems.length === 0 ? { values: byStep(good) } : { problems }
}

/** True if both values are the same, bare or in a list. */
function isSame(known: unknown, sent: unknown): boolean {
  return known !== undefined && canonicalJson([known].flat()) === canonicalJson([sent].flat())
}

/** The form of a pipeline, parsed once for all values. */
interface Form {
  mode: string
  steps: Set<string>
  fields: Map<string, ParameterField>
  /** the field names of each step */
  names: Map<string, string[]>
  candidates: Map<string, unknown>
}

function formOf(pipeline: Pipeline): Form {
  const fields = fieldsByName(pipeline)
  const names = new Map<string, string[]>()
  for (const { step, name } of fields.values()) {
    const known = names.get(step) ?? []
    known.push(name)
    names.set(step, known)
  }
  return {
    mode: MODES.find((word) => word === pipeline.type) ?? 'train',
    steps: new Set(stepsOf(pipeline)),
    fields,
    names,
    candidates: candidatesByName(pipeline),
  }
}

/** Every chosen value; `wrong` is the problem of its whole step. */
function* valuesIn(form: Form, values: Record<string, unknown>) {
  for (const [step, chosen] of Object.entries(values)) {
    const wrong = stepProblem(form, step, chosen)
    if (wrong !== null) yield { step, name: '', value: null, wrong }
    else
      for (const [name, value] of Object.entries(chosen as Record<string, unknown>))
        if (value !== null && value !== undefined) yield { step, name, value, wrong }
  }
}

/** True for an empty selection in any of its forms. */
function isUnchosen({ fields }: Form, step: string, name: string, value: unknown): boolean {
  if (fields.get(parameterKey(step, name))?.type !== 'multi_selection') return false
  const [first, ...more] = [value].flat()
  return more.length === 0 && (first === undefined || first === '')
}

function stepProblem({ mode, steps }: Form, step: string, chosen: unknown): string | null {
  if (!steps.has(step))
    return `The ${mode} pipeline has no step "${cut(step)}"${listed('; it has', [...steps])}.`
  return isObject(chosen) ? null : `Give the parameters of step "${cut(step)}" as {name: value}.`
}

function checkArgument(form: Form, step: string, name: string, value: unknown): Checked {
  const key = parameterKey(step, name)
  const field = form.fields.get(key)
  if (field !== undefined) return checkValue(field, value)
  if (form.candidates.get(key) !== undefined) return { value }
  const names = form.names.get(step) ?? []
  return { problem: `step "${cut(step)}" has no such parameter${listed('; it has', names)}.` }
}

function checkValue(field: ParameterField, sent: unknown): Checked {
  if (field.type === 'multi_selection') return checkSelections(field, sent)
  if (field.type === 'string') return checkText(field, sent)
  const bare: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  // Values chosen while bools were texts are stored as words.
  if (field.type === 'bool') return checkSelection(field, booleanOf(bare) ?? bare)
  return field.type === 'single_selection' ? checkSelection(field, bare) : checkNumber(field, bare)
}

function checkNumber(field: ParameterField, sent: unknown): Checked {
  if (typeof sent !== 'number' || !Number.isFinite(sent)) {
    const kind = field.type === 'int' ? 'a whole number' : 'a number'
    return { problem: `${shown(sent)} is not ${kind}.` }
  }
  if (field.type === 'int' && Number.isInteger(sent) && !Number.isSafeInteger(sent))
    return {
      problem: `whole numbers are kept exactly from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER} only.`,
    }
  if (field.type === 'int' && !Number.isInteger(sent)) return { problem: `${sent} is not a whole number.` }
  const { min = null, max = null } = field.range ?? {}
  if (min !== null && sent < min) return { problem: `${sent} is below the lowest allowed value ${min}.` }
  if (max !== null && sent > max) return { problem: `${sent} is above the highest allowed value ${max}.` }
  return { value: sent }
}

function checkText(field: ParameterField, sent: unknown): Checked {
  const texts: unknown[] = Array.isArray(sent) ? sent : [sent]
  const { min = null, max = null } = field.range ?? {}
  for (const text of texts) {
    if (typeof text !== 'string') return { problem: `${shown(text)} is not a text.` }
    const length = [...text].length
    if (min !== null && length < min)
      return { problem: `${shown(text)} is too short; give at least ${characters(min)}.` }
    if (max !== null && length > max)
      return { problem: `${shown(text)} is too long; give at most ${characters(max)}.` }
  }
  return { value: sent }
}

function checkSelection(field: ParameterField, sent: unknown): Checked {
  const known = field.selectable.length === 0 ? isPlain(sent) : choicesIn(field).exact.has(sent)
  if (known) return { value: sent }
  return { problem: `${shown(sent)} is not among the choices${listed(':', field.selectable)}.` }
}

function checkSelections(field: ParameterField, sent: unknown): Checked {
  const chosen: unknown[] =
    typeof sent === 'string' ? sent.split(',').map((part) => part.trim()) : [sent].flat()
  if (chosen.length === 0 || (chosen.length === 1 && chosen[0] === ''))
    return { problem: 'choose at least one.' }
  for (const one of chosen) {
    const checked = checkSelection(field, one)
    if ('problem' in checked) return checked
  }
  return { value: [...new Set(chosen)] }
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function listed(before: string, words: readonly unknown[]): string {
  if (words.length === 0) return ''
  const shown = words.slice(0, MAX_NAMES).map((word) => cut(String(word)))
  const more = words.length - shown.length
  return `${before} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function characters(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'nothing')
}

/** The beginning of a long text, short enough for a sentence. */
export function cut(text: string, longest = LONGEST_SHOWN): string {
  return text.length > longest ? `${text.slice(0, longest - 3)}...` : text
}
