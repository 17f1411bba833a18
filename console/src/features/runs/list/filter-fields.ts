import { RUN_STATES, shownState } from '@podium/contract/rules/run-state.ts'
import { TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import type { FilterName, RunNames } from './run-address.ts'

export interface FilterField {
  /** in the address */
  id: FilterName
  name: string
  /** How its value is asked for; a star is not asked for. */
  kind: 'any-of' | 'one-of' | 'number' | 'time' | 'condition' | 'star'
  /** It may be set several times, and a run meets all of them. */
  isSeveral?: true
  /** It is set by links from other pages. */
  isShownOnly?: true
  /** Which field of a run has the name of what is set by its id. */
  named?: 'solution_name' | 'instance_name' | 'stream_name'
  /** What it can be set to, each with its words. */
  valuesOf?: (names: RunNames | undefined) => [value: string, words: string][]
}

const same = (values: readonly string[] = []) => values.map((value): [string, string] => [value, value])

/** What the runs can be filtered by, in the order of the menu and the chips. */
export const FILTER_FIELDS: readonly FilterField[] = [
  {
    id: 'state',
    name: 'State',
    kind: 'any-of',
    valuesOf: () => RUN_STATES.map((state) => [state, state === 'starting' ? state : shownState(state)]),
  },
  { id: 'solution', name: 'Solution', kind: 'any-of', valuesOf: (names) => same(names?.solutions) },
  { id: 'version', name: 'Version', kind: 'number' },
  { id: 'stream', name: 'Stream', kind: 'any-of', valuesOf: (names) => same(names?.streams) },
  {
    id: 'pipeline',
    name: 'Pipeline',
    kind: 'one-of',
    valuesOf: () => [
      ['train', 'train'],
      ['inference', 'inference'],
    ],
  },
  {
    id: 'person',
    name: 'Started by',
    kind: 'any-of',
    valuesOf: (names) => [
      ['me', 'me'],
      ...(names?.people ?? []).map(({ username, display_name }): [string, string] => [
        username,
        display_name,
      ]),
    ],
  },
  { id: 'tier', name: 'Tier', kind: 'any-of', valuesOf: () => TIERS.map((tier) => [tier, tierLabels[tier]]) },
  { id: 'from', name: 'Started after', kind: 'time' },
  { id: 'to', name: 'Started before', kind: 'time' },
  { id: 'ended_from', name: 'Ended after', kind: 'time' },
  {
    id: 'tag',
    name: 'Tag',
    kind: 'one-of',
    isSeveral: true,
    valuesOf: (names) => same(names?.tags.map(({ name }) => name)),
  },
  { id: 'star', name: 'With my star', kind: 'star', valuesOf: () => [['true', 'yes']] },
  {
    id: 'figure',
    name: 'Figure',
    kind: 'condition',
    isSeveral: true,
    valuesOf: (names) => same(names?.figures.map(({ name }) => name)),
  },
  {
    id: 'parameter',
    name: 'Parameter',
    kind: 'condition',
    isSeveral: true,
    valuesOf: (names) => same(names?.parameters.map(({ name }) => name)),
  },
  { id: 'failure', name: 'Failed the same way', kind: 'one-of', isShownOnly: true },
  { id: 'solution_id', name: 'Solution', kind: 'one-of', isShownOnly: true, named: 'solution_name' },
  { id: 'instance_id', name: 'Instance', kind: 'one-of', isShownOnly: true, named: 'instance_name' },
  { id: 'stream_id', name: 'Stream', kind: 'one-of', isShownOnly: true, named: 'stream_name' },
]
