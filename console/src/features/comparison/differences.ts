import type { ComparedRun } from '@podium/contract/calls/run-comparison.ts'
import { bestOfEnded, directionOf } from '@podium/contract/rules/figure-direction.ts'
import { configurationName } from '@podium/contract/rules/run-configuration.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { namedValues } from '@podium/contract/solution-metadata/parameters.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatFigure } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { GAP_NAMES } from '../../ui/chart/gap-names.ts'
import { dataName } from '../runs/components/data-name.ts'
import { shownValue, valueText } from '../runs/components/parameter-text.ts'
import { allocatedTier } from '../runs/components/tier-name.ts'

interface Cell {
  shown: string
  /** the full value, for the tooltip and the CSV file */
  whole: string
  /** equal for cells that do not differ; '' if the run has no value */
  key: string
  isBest: boolean
}

interface DifferenceRow {
  name: string
  numeric: boolean
  /** the values in the order of the runs */
  cells: Cell[]
  differs: boolean
}

export interface DifferenceGroup {
  title: string
  note: string
  /** true if cells that differ from the baseline are marked */
  isAgainst: boolean
  /** the rows, differing ones first */
  rows: DifferenceRow[]
}

/** Returns the properties in which runs may differ, by group. */
export function differencesOf(runs: readonly ComparedRun[]): DifferenceGroup[] {
  const figures = figureRows(runs)
  const [parameters, configuration] = [valueRows(runs, parametersOf), valueRows(runs, configurationOf)]
  const [machine, own] = [machineRows(runs), ownRows(runs)]
  const packages = packageRows(runs)
  const group = (title: string, note: string, rows: DifferenceRow[]): DifferenceGroup => {
    return { title, note, isAgainst: title !== 'Figures', rows: differingFirst(rows) }
  }
  const tint = parameters.some(({ differs }) => differs) ? ' · tinted: differs from the baseline' : ''
  const hasBest = figures.some(({ cells }) => cells.some(({ isBest }) => isBest))
  return [
    group('Figures', hasBest ? 'Best value in green' : '', figures),
    group('Parameters', differingIn(parameters) + tint, parameters),
    ...(configuration.length > 0 ? [group('Configuration', differingIn(configuration), configuration)] : []),
    group('Data and machine', differingIn(machine), machine),
    group('Code and environment', programsIn(runs), codeRows(runs)),
    ...(packages.length > 0 ? [group('Packages', packagesNote(packages, runs), packages)] : []),
    group('Run', differingIn(own), own),
  ]
}

/** Returns '2 of 11 differ'. */
function differingIn(rows: readonly DifferenceRow[]): string {
  const { length } = rows.filter(({ differs }) => differs)
  return length === 0 ? 'Same in all runs' : `${length} of ${rows.length} differ`
}

/** Returns the default baseline: the newest run with a figure. */
export function usualBaseline(runs: readonly ComparedRun[]): ComparedRun | undefined {
  const newestFirst = runs.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  return newestFirst.find(({ metrics }) => Object.keys(metrics).length > 0) ?? runs[0]
}

/** Returns the names of the figures that any of the runs has, most frequent first. */
export function figureNames(runs: readonly ComparedRun[]): string[] {
  return mostFrequent(runs.map(({ metrics }) => Object.keys(metrics)))
}

/** Returns the names of the figures, including figures that were never a number. */
function namesOfRows(runs: readonly ComparedRun[]): string[] {
  return mostFrequent(
    runs.map(({ metrics, ended_in }) => [...new Set([...Object.keys(metrics), ...Object.keys(ended_in)])]),
  )
}

/** Returns the names of the figures with curves, most frequent first; of equally frequent ones, a loss comes first. */
export function seriesNames(runs: readonly ComparedRun[]): string[] {
  return mostFrequent(
    runs.map(({ series }) => series.toSorted((one, other) => lossFirst(one) - lossFirst(other))),
  )
}

function lossFirst(name: string): number {
  return directionOf(name) === 'down' ? 0 : 1
}

/** Returns a test for the best ended run in a figure, always false if the name does not say which way is better. */
export function bestIn(runs: readonly ComparedRun[], figure: string): (run: ComparedRun) => boolean {
  const best = bestOfEnded(figure, runs)
  return ({ state, metrics }) => best !== undefined && metrics[figure] === best && !isLive(state)
}

/** Returns the names of the parameters and of the configuration, differing ones first, among these numbers first. */
export function parameterNames(runs: readonly ComparedRun[]): string[] {
  const numbersFirst = valueRows(runs, chosenOf).toSorted(
    (one, other) => Number(other.numeric) - Number(one.numeric),
  )
  return differingFirst(numbersFirst).map(({ name }) => name)
}

/** Returns each run's value of a parameter: as numbers if all can be read as numbers, else as texts. */
export function valuesOf(runs: readonly ComparedRun[], parameter: string): (number | string | undefined)[] {
  const values = runs.map((run) => chosenOf(run).get(parameter))
  const areNumbers = values.every((value) => value === undefined || numberOf(value) !== undefined)
  return values.map((value) => {
    if (value === undefined) return undefined
    return areNumbers ? numberOf(value) : valueText(value)
  })
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function mostFrequent(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}

function parametersOf({ parameters }: ComparedRun): Map<string, unknown> {
  return new Map(namedValues(parameters).map(({ title, value }) => [title, value]))
}

function configurationOf({ configuration }: ComparedRun): Map<string, unknown> {
  return new Map(Object.entries(configuration))
}

/** Returns what was chosen for the run: its parameters and its configuration. */
function chosenOf(run: ComparedRun): Map<string, unknown> {
  const configuration = [...configurationOf(run)].map(
    ([name, value]) => [configurationName(name), value] as const,
  )
  return new Map([...parametersOf(run), ...configuration])
}

function figureRows(runs: readonly ComparedRun[]): DifferenceRow[] {
  return namesOfRows(runs).map((name) => {
    const isBest = bestIn(runs, name)
    const cells = runs.map((run) => {
      const value = run.metrics[name]
      const endedIn = run.ended_in[name]
      const end = endedIn && GAP_NAMES[endedIn]
      if (value === undefined) return end ? cellOf(end) : none()
      const then = end ? `, then ${end}` : ''
      return { ...cellOf(formatFigure(value) + then, String(value) + then), isBest: isBest(run) }
    })
    return rowOf(name, cells, true)
  })
}

function valueRows(
  runs: readonly ComparedRun[],
  valuesIn: (run: ComparedRun) => Map<string, unknown>,
): DifferenceRow[] {
  const all = runs.map(valuesIn)
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))]
  return names.map((name) => {
    const values = all.map((one) => one.get(name))
    const cells = values.map((value) => {
      if (value === undefined) return none()
      return cellOf(shownValue(value), valueText(value), JSON.stringify(value))
    })
    const areNumbers = values.every((value) => value === undefined || typeof value === 'number')
    return rowOf(name, cells, areNumbers)
  })
}

function machineRows(runs: readonly ComparedRun[]): DifferenceRow[] {
  const data = runs.map(({ dataset_uri }) => cellOf(dataName(dataset_uri), dataset_uri.join(', ')))
  const grantedRow = (name: string, of: 'cpu' | 'memory_mib' | 'gpu') => {
    const cells = runs.map(({ granted }) => (granted === null ? none() : cellOf(String(granted[of]))))
    return rowOf(name, cells, true)
  }
  return [
    rowOf('Data set', data),
    textRow(runs, 'Tier', allocatedTier),
    grantedRow('Processors', 'cpu'),
    grantedRow('Memory, MiB', 'memory_mib'),
    grantedRow('GPUs', 'gpu'),
  ]
}

function codeRows(runs: readonly ComparedRun[]): DifferenceRow[] {
  const programs = codesIn(runs)
  return [
    textRow(runs, 'Program', ({ code }) => (code === '' ? '' : `Program ${programs.indexOf(code) + 1}`)),
    textRow(runs, 'AI Solution', (run) => `${run.solution_name} ${formatVersion(run.version_num)}`),
    textRow(runs, 'Pipeline', ({ pipeline }) => pipeline),
    textRow(runs, 'Stream', ({ stream_name }) => stream_name),
  ]
}

/** Returns the rows of Python packages. A run without a list of packages does not count as different. */
function packageRows(runs: readonly ComparedRun[]): DifferenceRow[] {
  const listed = runs.filter(({ packages }) => packages !== null)
  const names = new Set(listed.flatMap(({ packages }) => Object.keys(packages ?? {})))
  const row = (of: readonly ComparedRun[], name: string) =>
    textRow(of, name, ({ packages }) => packages?.[name] ?? '')
  return [...names].sort().map((name) => ({ ...row(runs, name), differs: row(listed, name).differs }))
}

/** Returns '2 of 41 differ, 1 run without a list'. */
function packagesNote(rows: readonly DifferenceRow[], runs: readonly ComparedRun[]): string {
  const { length } = runs.filter(({ packages }) => packages === null)
  return length === 0 ? differingIn(rows) : `${differingIn(rows)}, ${countOf(length, 'run')} without a list`
}

function ownRows(runs: readonly ComparedRun[]): DifferenceRow[] {
  return [
    textRow(runs, 'Model', ({ model_version }) => model_version && formatVersion(model_version)),
    textRow(runs, 'Started by', ({ created_by }) => created_by),
  ]
}

function textRow(runs: readonly ComparedRun[], name: string, value: (run: ComparedRun) => string) {
  const cells = runs.map((run) => (value(run) === '' ? none() : cellOf(value(run))))
  return rowOf(name, cells)
}

function codesIn(runs: readonly ComparedRun[]): string[] {
  return [...new Set(runs.map(({ code }) => code).filter((code) => code !== ''))]
}

function programsIn(runs: readonly ComparedRun[]): string {
  const { length } = codesIn(runs)
  if (length === 0) return 'No program of their own'
  return length === 1 ? 'Same code' : countOf(length, 'program')
}

function cellOf(shown: string, whole = shown, key = whole): Cell {
  return { shown, whole, key: `=${key}`, isBest: false }
}

function none(): Cell {
  return { shown: NOTHING, whole: '', key: '', isBest: false }
}

function rowOf(name: string, cells: Cell[], numeric = false): DifferenceRow {
  return { name, numeric, cells, differs: new Set(cells.map(({ key }) => key)).size > 1 }
}

function differingFirst(rows: readonly DifferenceRow[]): DifferenceRow[] {
  return rows.toSorted((one, other) => Number(other.differs) - Number(one.differs))
}
