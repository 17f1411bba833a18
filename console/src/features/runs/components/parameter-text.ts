import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { formatExact } from '../../../format/number.ts'

/** A value as people read it: a list with commas, everything else as JSON would write it without quotes. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

/** The same of a value that is read alone, not typed: a number with its thousands apart. */
export function shownValue(value: unknown): string {
  return typeof value === 'number' ? formatExact(value) : valueText(value)
}

/**
 * The run's parameters by step and name, such as 'train.epochs'. `was` is the version's own value where the run's differs:
 * '' where the version has none.
 */
export function shownParameters(run: Pick<RunInfo, 'parameters' | 'default_parameters'>) {
  return Object.entries(run.parameters).flatMap(([step, values]) =>
    Object.entries(values).map(([name, value]) => {
      const own = run.default_parameters[step]?.[name]
      const same = JSON.stringify(own) === JSON.stringify(value)
      return { name: `${step}.${name}`, value: shownValue(value), was: same ? undefined : shownValue(own) }
    }),
  )
}
