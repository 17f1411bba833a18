import {
  RETAINED_KINDS,
  type RetainedKind,
  type RetentionRule,
  type RetentionRules,
  retentionLimits,
} from '@podium/contract/calls/retention.ts'
import { directionOf } from '@podium/contract/rules/figure-direction.ts'
import { type ApiError, fieldMessages } from '../../api/api-error.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { changesBetween } from '../../record/changes-between.ts'
import type { Messages } from '../../ui/form/use-fields.ts'

/** The values for one kind of files. Empty fields of a rule are ignored. */
interface RuleValues {
  /** whether everything is kept, or only what a rule names */
  keep: 'everything' | 'rule'
  last: string
  days: string
  best_count: string
  best_figure: string
  best_direction: 'highest' | 'lowest'
  aliased: boolean
}

/** The form's fields in the order of the screen: `logs_last`, `artifacts_best_figure`. */
export type RetentionValues = {
  [Field in keyof RuleValues as `${RetainedKind}_${Field}`]: RuleValues[Field]
} & { trash_days: string }

export const KIND_NAMES: Record<RetainedKind, string> = { logs: 'Logs', artifacts: 'Artifacts and models' }

type Rules = RetentionRules & { trash_days: number }

export function valuesOf({ logs, artifacts, trash_days }: Rules): RetentionValues {
  return { ...fieldsOf('logs', logs), ...fieldsOf('artifacts', artifacts), trash_days: String(trash_days) }
}

function fieldsOf<Kind extends RetainedKind>(kind: Kind, rule: RetentionRule | null) {
  const values: RuleValues = {
    keep: rule === null ? 'everything' : 'rule',
    last: String(rule?.last ?? ''),
    days: String(rule?.days ?? ''),
    best_count: String(rule?.best?.count ?? ''),
    best_figure: rule?.best?.figure ?? '',
    best_direction: rule?.best?.direction ?? 'highest',
    aliased: rule?.aliased ?? false,
  }
  const named = Object.entries(values).map(([field, value]) => [`${kind}_${field}`, value])
  return Object.fromEntries(named) as { [Field in keyof RuleValues as `${Kind}_${Field}`]: RuleValues[Field] }
}

/** Returns the values for one kind, under the names that both kinds share. */
export function ruleValuesOf(values: RetentionValues, kind: RetainedKind): RuleValues {
  return {
    keep: values[`${kind}_keep`],
    last: values[`${kind}_last`].trim(),
    days: values[`${kind}_days`].trim(),
    best_count: values[`${kind}_best_count`].trim(),
    best_figure: values[`${kind}_best_figure`].trim(),
    best_direction: values[`${kind}_best_direction`],
    aliased: values[`${kind}_aliased`],
  }
}

export function rulesOf(values: RetentionValues): RetentionRules {
  return { logs: ruleOf(ruleValuesOf(values, 'logs')), artifacts: ruleOf(ruleValuesOf(values, 'artifacts')) }
}

function ruleOf(values: RuleValues): RetentionRule | null {
  if (values.keep === 'everything') return null
  const { best_figure: figure, best_direction: direction, best_count, aliased } = values
  return {
    last: numberOf(values.last),
    best: best_count === '' ? null : { figure, direction, count: Number(best_count) },
    aliased,
    days: numberOf(values.days),
  }
}

const numberOf = (typed: string) => (typed === '' ? null : Number(typed))

export function retentionProblems(values: RetentionValues): Messages<RetentionValues> {
  const { trash_days_min: least, trash_days_max: most } = retentionLimits
  return {
    ...ruleProblems(values, 'logs'),
    ...ruleProblems(values, 'artifacts'),
    trash_days: isWhole(values.trash_days, least, most)
      ? undefined
      : `Give a whole number of days from ${least} to ${most}.`,
  }
}

/** A rule without a condition would keep nothing. It is refused, as it is probably a mistake. */
function ruleProblems(values: RetentionValues, kind: RetainedKind): Messages<RetentionValues> {
  const rule = ruleValuesOf(values, kind)
  if (rule.keep === 'everything') return {}
  const { last, days, best_count, best_figure, aliased } = rule
  const namesNothing = `${last}${days}${best_count}${best_figure}` === '' && !aliased
  return {
    [`${kind}_last`]: namesNothing
      ? 'Fill in at least one rule, or choose Keep everything.'
      : numberProblem(last, retentionLimits.last),
    [`${kind}_days`]: numberProblem(days, retentionLimits.days),
    [`${kind}_best_count`]:
      best_count === '' && best_figure !== ''
        ? 'Give how many runs, or leave the figure empty.'
        : numberProblem(best_count, retentionLimits.best),
    [`${kind}_best_figure`]:
      best_figure === '' && best_count !== ''
        ? 'Name the figure that decides which runs are best.'
        : undefined,
  }
}

function numberProblem(typed: string, most: number): string | undefined {
  if (typed === '' || isWhole(typed, 1, most)) return undefined
  return `Give a whole number from 1 to ${formatNumber(most)}, or leave it empty.`
}

function isWhole(typed: string, least: number, most: number): boolean {
  const number = Number(typed.trim() || Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most
}

/** Returns which direction is better, if the name of a figure tells. */
export function bestDirection(figure: string): RuleValues['best_direction'] | undefined {
  const direction = directionOf(figure)
  return direction && (direction === 'up' ? 'highest' : 'lowest')
}

/** Returns the refusal's messages by field. The server uses names such as `logs.best.count`. */
export function refusedFields(
  error: ApiError,
  values: RetentionValues,
): Messages<RetentionValues> | undefined {
  const found = Object.entries(fieldMessages(error)).map(([name, message]) => {
    const field = name.replaceAll('.', '_')
    return [RETAINED_KINDS.some((kind) => kind === field) ? `${field}_last` : field, message] as const
  })
  if (found.length === 0 || found.some(([field]) => !Object.hasOwn(values, field))) return undefined
  return Object.fromEntries(found)
}

const NAMES = { logs: 'Keep logs', artifacts: 'Keep artifacts and models', trash_days: 'Days in trash' }

export const retentionChanges = (before: RetentionValues, after: RetentionValues) =>
  changesBetween(NAMES, wordsOf(before), wordsOf(after))

function wordsOf(values: RetentionValues) {
  const { logs, artifacts } = rulesOf(values)
  return { logs: ruleWords(logs), artifacts: ruleWords(artifacts), trash_days: values.trash_days }
}

/** 'the newest 10 of each stream, runs whose model has an alias' */
export function ruleWords(rule: RetentionRule | null): string {
  if (rule === null) return 'everything'
  const { last, best, aliased, days } = rule
  const words = [
    last !== null && `the newest ${formatNumber(last)} of each stream`,
    best && `the best ${formatNumber(best.count)} of each stream by the ${best.direction} ${best.figure}`,
    aliased && 'runs whose model has an alias',
    days !== null && `runs younger than ${countOf(days, 'day')}`,
  ]
  return words.filter(Boolean).join(', ') || 'nothing'
}
