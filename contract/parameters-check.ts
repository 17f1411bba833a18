import { MODES, type Pipeline } from './metadata.ts'
import { isObject } from './metadata-json.ts'
import { stepsOf } from './metadata-pipeline.ts'
import { byStep, candidateOf, type ParameterField, parameterFields, type StepValues } from './parameters.ts'

/** What is wrong with one value; `name` is '' where the step itself is wrong. `message` names the parameter. */
export interface ParameterProblem {
  step: string
  name: string
  message: string
}

export type ParameterCheck = { values: StepValues } | { problems: ParameterProblem[] }

type Checked = { value: unknown } | { problem: string }

/**
 * Checks chosen values against the pipeline's form. null counts as not chosen; a single value in a list and a
 * selection as comma text are taken as what they mean. An argument that only `candidate_parameters` names is taken
 * as it is. The problems are all that were found, one sentence each.
 */
export function checkParameters(pipeline: Pipeline, values: unknown): ParameterCheck {
  if (!isObject(values))
    return { problems: [{ step: '', name: '', message: 'Give the parameters as {step: {name: value}}.' }] }
  const fields = parameterFields(pipeline)
  const problems: ParameterProblem[] = []
  const good: { step: string; name: string; value: unknown }[] = []
  for (const [step, chosen] of Object.entries(values)) {
    const unknown = stepProblem(pipeline, step, chosen)
    if (unknown !== null) problems.push({ step, name: '', message: unknown })
    else
      for (const [name, value] of Object.entries(chosen as Record<string, unknown>)) {
        if (value === null || value === undefined) continue
        const field = fields.find((candidate) => candidate.step === step && candidate.name === name)
        const checked =
          field === undefined ? undescribed(pipeline, step, name, value) : checkValue(field, value)
        if ('problem' in checked) problems.push({ step, name, message: `${name}: ${checked.problem}` })
        else good.push({ step, name, value: checked.value })
      }
  }
  return problems.length === 0 ? { values: byStep(good) } : { problems }
}

function stepProblem(pipeline: Pipeline, step: string, chosen: unknown): string | null {
  const steps = stepsOf(pipeline)
  const mode = MODES.find((word) => word === pipeline.type) ?? 'train'
  if (!steps.includes(step)) return `The ${mode} pipeline has no step "${step}"${listed('; it has', steps)}.`
  return isObject(chosen) ? null : `Give the parameters of step "${step}" as {name: value}.`
}

function undescribed(pipeline: Pipeline, step: string, name: string, value: unknown): Checked {
  if (candidateOf(pipeline, step, name) !== undefined) return { value }
  const names = parameterFields(pipeline)
    .filter((field) => field.step === step)
    .map((field) => field.name)
  return { problem: `step "${step}" has no such parameter${listed('; it has', names)}.` }
}

function checkValue(field: ParameterField, sent: unknown): Checked {
  if (field.type === 'multi_selection') return checkSelections(field, sent)
  if (field.type === 'string') return checkText(field, sent)
  const bare: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  return field.type === 'single_selection' ? checkSelection(field, bare) : checkNumber(field, bare)
}

function checkNumber(field: ParameterField, sent: unknown): Checked {
  if (typeof sent !== 'number' || !Number.isFinite(sent)) {
    const kind = field.type === 'int' ? 'a whole number' : 'a number'
    return { problem: `${shown(sent)} is not ${kind}.` }
  }
  if (field.type === 'int' && !Number.isSafeInteger(sent))
    return { problem: `${sent} is not a whole number.` }
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
  const known = field.selectable.length === 0 ? isPlain(sent) : field.selectable.some((one) => one === sent)
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
  return words.length === 0 ? '' : `${before} ${words.map(String).join(', ')}`
}

function characters(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
