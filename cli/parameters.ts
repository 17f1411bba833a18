import type { Metadata, Mode } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
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
  step: string
  name: string
  text: string
}

/** Parses arguments such as `train.epochs=40`. */
export function typedParameters(args: string[]): TypedParameter[] {
  return args.map((typed) => {
    const [, step, name, text = ''] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(typed) ?? []
    return step && name
      ? { step, name, text }
      : fail(`'${typed}' is not a parameter. Write it like train.epochs=40.`)
  })
}

/** Converts the texts to values of the types that the solution describes. */
export function parametersOf(typed: TypedParameter[], metadata: Metadata, mode: Mode): StepValues {
  const pipeline = pipelineOf(metadata, mode)
  const fields = pipeline ? fieldsByName(pipeline) : new Map<string, ParameterField>()
  return byStep(
    typed.map(({ step, name, text }) => ({
      step,
      name,
      value: typedValue(fields.get(parameterKey(step, name)), text),
    })),
  )
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
