import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf, stepsOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import {
  booleanOf,
  byStep,
  type Choice,
  fieldsByName,
  type ParameterField,
  parameterKey,
  type StepValues,
} from '@podium/contract/solution-metadata/parameters.ts'
import { fail } from './cli-error.ts'

export interface TypedParameter {
  /** `epochs`, or `train.epochs` with its step */
  name: string
  text: string
}

/** Parses arguments such as `epochs=40` and `train.epochs=40`. */
export function typedParameters(args: string[]): TypedParameter[] {
  return args.map((typed) => {
    const [, name, text = ''] = /^([^=]+)=(.*)$/s.exec(typed) ?? []
    return name ? { name, text } : fail(`'${typed}' is not a parameter. Write it like epochs=40.`)
  })
}

/** Converts the texts to values of the types that the solution describes. */
export function parametersOf(typed: TypedParameter[], metadata: Metadata, mode: Mode): StepValues {
  const pipeline = pipelineOf(metadata, mode)
  const fields = pipeline ? fieldsByName(pipeline) : new Map<string, ParameterField>()
  const steps = pipeline ? stepsOf(pipeline) : []
  return byStep(
    typed.map(({ name: written, text }) => {
      const { step, name } = placeOf(written, steps, [...fields.values()])
      return { step, name, value: typedValue(fields.get(parameterKey(step, name)), text) }
    }),
  )
}

/**
 * Finds the step of a parameter. It may be left out if only one step has a parameter of that name, or if there is only
 * one step. A described name may hold dots: `a.b` is the parameter of that name if there is one, else that of step `a`.
 */
function placeOf(
  written: string,
  steps: readonly string[],
  fields: readonly ParameterField[],
): { step: string; name: string } {
  const [described, ...alike] = fields.filter(({ name }) => name === written)
  if (described && alike.length === 0) return described
  const [, step, name] = /^([^.]+)\.(.+)$/s.exec(written) ?? []
  if (step !== undefined && name !== undefined) return { step, name }
  const [only = 'train', ...others] = steps
  if (steps.length === 0 || others.length > 0)
    return fail(`'${written}' needs its step. Write it like ${described?.step ?? only}.${written}=40.`)
  return { step: only, name: written }
}

/** A value without a description is parsed as JSON if possible, else it is a text. */
function typedValue(field: ParameterField | undefined, text: string): unknown {
  const written = jsonOf(text)
  if (Array.isArray(written) && takesList(field)) return written
  if (field?.type === 'multi_selection') return text.split(',').map((part) => choiceOf(field, part.trim()))
  if (field?.type === 'single_selection') return choiceOf(field, text)
  if (field?.type === 'bool') return booleanOf(text) ?? text
  return field?.type === 'string' ? text : written
}

function takesList(field: ParameterField | undefined): boolean {
  return field?.type !== 'string' || Array.isArray(field.default)
}

/** Returns the choice that equals the text. Without choices, the author's default decides if a text is meant. */
function choiceOf({ selectable, default: own }: ParameterField, text: string): Choice {
  const choice = selectable.find((one) => String(one) === text)
  if (choice !== undefined) return choice
  const meansText = [own].flat().some((one) => typeof one === 'string')
  const written = meansText ? text : jsonOf(text)
  return typeof written === 'number' || typeof written === 'boolean' ? written : text
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
