import { RUN_STATES, shownState } from '@podium/contract/rules/run-state.ts'
import { TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import type { FilterName, RunNames } from './run-address.ts'

export interface FilterField {
  /** the parameter in the address */
  id: FilterName
  name: string
  /** How the value is entered; 'star' needs none. */
  kind: 'any-of' | 'one-of' | 'number' | 'time' | 'condition' | 'star'
  /** May be set several times; a run must meet all of them. */
  isSeveral?: true
  /** Only set by links from other pages. */
  isShownOnly?: true
  /** The field of a run with the name for the id that the filter holds. */
  named?: 'solution_name' | 'instance_name' | 'stream_name'
  /** Returns the possible values with their labels. */
  valuesOf?: (names: RunNames | undefined) => [value: string, words: string][]
}

const same = (values: readonly string[] = []) => values.map((value): [string, string] => [value, value])

/** The filters of runs, in the order of the menu and the chips. */
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
