import type {
  ParameterField,
  ParameterRange,
  ParameterValue,
} from '@podium/contract/solution-metadata/parameters.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'

/** Formats a value for people: lists with commas, a dash for none. */
export function valueWords(value: ParameterValue | null): string {
  if (value === null) return NOTHING
  return Array.isArray(value) ? value.map(String).join(', ') : String(value)
}

/** Formats the allowed values: '1 to 100', 'at least 0', 'sgd, momentum'; a dash if any value is allowed. */
export function allowedWords({ type, range, selectable }: ParameterField): string {
  if (selectable.length > 0) return selectable.map(String).join(', ')
  if (range === null) return NOTHING
  return type === 'string' ? `${rangeWords(range)} characters` : rangeWords(range)
}

function rangeWords({ min, max }: ParameterRange): string {
  if (min === null) return `at most ${formatNumber(max)}`
  return max === null ? `at least ${formatNumber(min)}` : `${formatNumber(min)} to ${formatNumber(max)}`
}
