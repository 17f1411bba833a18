import type { Choice, ParameterField, ParameterValue } from '@podium/contract/solution-metadata/parameters.ts'
import { formatNumber } from '../../../../format/number.ts'
import { valueText } from '../parameter-text.ts'

/** The content of a field: typed text, the index of a choice as text, or the list of checked choices. */
export type Entry = string | readonly Choice[]

/** True if the field offers choices, false if it takes text. */
export function hasChoices(field: ParameterField): boolean {
  return field.selectable.length > 0
}

/** True if exactly one choice is selected; those of a bool are true and false. */
export function isOneOf(field: ParameterField): boolean {
  return field.type === 'bool' || (field.type === 'single_selection' && hasChoices(field))
}

/** Returns the entry that shows a value; empty for null and undefined. */
export function entryOf(field: ParameterField, value: unknown): Entry {
  if (field.type === 'multi_selection' && hasChoices(field))
    return [value ?? []].flat().filter((one): one is Choice => field.selectable.some((each) => each === one))
  if (isOneOf(field)) {
    const index = field.selectable.indexOf(value as Choice)
    return index < 0 ? '' : String(index)
  }
  return value === null || value === undefined ? '' : valueText(value)
}

/** True if the value has a choice that the field does not offer, and so cannot show. */
export function hidesChoice(field: ParameterField, value: unknown): boolean {
  if (field.type !== 'multi_selection' || !hasChoices(field)) return false
  return entryOf(field, value).length < [value].flat().length
}

/** Returns the value of an entry; null if nothing was chosen, so that the default applies. */
export function chosenValue(field: ParameterField, entry: Entry): unknown {
  if (typeof entry !== 'string') return [...entry]
  if (entry.trim() === '') return null
  if (field.type === 'int' || field.type === 'float') {
    const number = Number(entry)
    return Number.isFinite(number) ? number : entry
  }
  if (isOneOf(field)) return field.selectable[Number(entry)] ?? null
  if (field.type === 'multi_selection' || Array.isArray(field.default)) return listOf(field, entry)
  return field.type === 'single_selection' ? typedAs(field, entry) : entry
}

/** Splits a list typed with commas. A string parameter is a list too if its default is one. */
function listOf(field: ParameterField, entry: string): unknown[] {
  const parts = entry.split(',').map((part) => part.trim())
  const typed = parts.filter((part) => part !== '')
  return field.type === 'string' ? typed : typed.map((part) => typedAs(field, part))
}

/** Converts a text to the type of the field's default: a number, a boolean or a string. */
function typedAs({ default: own }: ParameterField, text: string): Choice {
  const whole: ParameterValue[] = own === null ? [] : [own].flat()
  const is = (type: string) => whole.length > 0 && whole.every((one) => typeof one === type)
  if (is('number') && Number.isFinite(Number(text))) return Number(text)
  const word = text.toLowerCase()
  if (is('boolean') && (word === 'true' || word === 'false')) return word === 'true'
  return text
}

/** Returns a value for use in a sentence: an empty one is named, and whitespace is quoted. */
export function quotedValue(value: unknown): string {
  if (value === '') return 'an empty text'
  if (!Array.isArray(value)) return visible(value)
  return value.length === 0 ? 'an empty list' : value.map(visible).join(', ')
}

function visible(value: unknown): string {
  return typeof value === 'string' && value.trim() === '' ? JSON.stringify(value) : valueText(value)
}

/** Returns the type and range for the end of a label: 'int, 1 to 200'; '' if the visible choices say enough. */
export function typeText(field: ParameterField, entry: Entry): string {
  const { type, range, selectable } = field
  if (type === 'bool') return type
  if (type === 'single_selection') return selectable.length > 0 ? '' : 'selection'
  if (type === 'multi_selection')
    return typeof entry === 'string' ? 'list, with commas' : `${entry.length} of ${selectable.length}`
  if (Array.isArray(field.default)) return 'list, with commas'
  const unit = type === 'string' ? ' characters' : ''
  if (!range) return type
  const { min, max } = range
  if (min !== null && max !== null) return `${type}, ${formatNumber(min)} to ${formatNumber(max)}${unit}`
  if (min !== null) return `${type}, at least ${formatNumber(min)}${unit}`
  return `${type}, at most ${formatNumber(max)}${unit}`
}

/** The most whole numbers that a slider can show with a position each. */
const MAX_PLACES = 200

/** Returns the slider's step for the range; null if a slider is of no use. */
export function sliderStep(field: ParameterField): number | null {
  const { min = null, max = null } = field.range ?? {}
  if (min === null || max === null || max <= min) return null
  // Over several powers of ten, all small values would share one pixel.
  if (min > 0 && max / min >= 1000) return null
  if (field.type === 'int') return max - min <= MAX_PLACES ? 1 : null
  const rough = (max - min) / 100
  return 10 ** Math.floor(Math.log10(rough))
}
