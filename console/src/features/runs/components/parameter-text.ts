import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { namedValues } from '@podium/contract/solution-metadata/parameters.ts'
import { formatExact } from '../../../format/number.ts'

/** Returns a value as text: a list with commas, a string unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

/** Returns a value as text for reading, not for a field: a number has thousands separators. */
export function shownValue(value: unknown): string {
  return typeof value === 'number' ? formatExact(value) : valueText(value)
}

/**
 * Returns the run's parameters with names such as 'train.epochs', without the step if there is only one. If a value
 * differs from the version's own one, `was` is the latter, or '' if there is none.
 */
export function shownParameters(run: Pick<RunInfo, 'parameters' | 'default_parameters'>) {
  return namedValues(run.parameters).map(({ step, name, title, value }) => {
    const own = run.default_parameters[step]?.[name]
    const same = JSON.stringify(own) === JSON.stringify(value)
    return { name: title, value: shownValue(value), was: same ? undefined : shownValue(own) }
  })
}
