import { expect, test } from 'vitest'
import { retentionChanges, retentionProblems, rulesOf, ruleWords, valuesOf } from './retention-values.ts'

const everything = { logs: null, artifacts: null, trash_days: 14 }
const rule = {
  last: 10,
  best: { figure: 'accuracy', direction: 'highest' as const, count: 3 },
  aliased: true,
  days: 30,
}

test('converts rules to form values and back without a change', () => {
  const rules = { logs: { ...rule, best: null, days: null }, artifacts: rule }
  expect(rulesOf(valuesOf({ ...rules, trash_days: 14 }))).toEqual(rules)
  expect(rulesOf(valuesOf(everything))).toEqual({ logs: null, artifacts: null })
})

test('neither validates nor sends the fields of a rule that is not chosen', () => {
  const values = { ...valuesOf(everything), logs_last: 'x' }
  expect(Object.values(retentionProblems(values)).filter(Boolean)).toEqual([])
  expect(rulesOf(values).logs).toBeNull()
})

test.each([
  [{ logs_last: '0' }, 'logs_last', 'Give a whole number from 1 to 10,000, or leave it empty.'],
  [{ logs_days: '3651' }, 'logs_days', 'Give a whole number from 1 to 3,650, or leave it empty.'],
  [{ logs_best_count: '1.5' }, 'logs_best_count', 'Give a whole number from 1 to 1,000, or leave it empty.'],
  [{ logs_best_count: '3' }, 'logs_best_figure', 'Name the figure that decides which runs are best.'],
  [{ logs_best_figure: 'loss' }, 'logs_best_count', 'Give how many runs, or leave the figure empty.'],
  [{ logs_aliased: false }, 'logs_last', 'Fill in at least one rule, or choose Keep everything.'],
  [{ trash_days: '' }, 'trash_days', 'Give a whole number of days from 1 to 365.'],
  [{ trash_days: '366' }, 'trash_days', 'Give a whole number of days from 1 to 365.'],
] as const)('reports %j at %s', (typed, field, message) => {
  const values = { ...valuesOf(everything), logs_keep: 'rule' as const, logs_aliased: true, ...typed }
  expect(retentionProblems(values)[field]).toBe(message)
})

test('describes a change as people say it', () => {
  const after = valuesOf({ ...everything, artifacts: rule, trash_days: 1 })
  expect(retentionChanges(valuesOf(everything), after)).toEqual([
    { name: 'Keep artifacts and models', before: 'everything', after: ruleWords(rule) },
    { name: 'Days in trash', before: '14', after: '1' },
  ])
  expect(ruleWords(rule)).toBe(
    'the newest 10 of each stream, the best 3 of each stream by the highest accuracy, runs whose model has an alias, runs younger than 30 days',
  )
})
