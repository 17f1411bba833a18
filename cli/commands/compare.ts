import {
  type ComparedRun,
  compareRuns,
  FEWEST_COMPARED,
  MAX_COMPARED,
} from '@podium/contract/calls/run-comparison.ts'
import { bestOfEnded } from '@podium/contract/rules/figure-direction.ts'
import { configurationName } from '@podium/contract/rules/run-configuration.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { namedValues } from '@podium/contract/solution-metadata/parameters.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { findRun } from '../find-run.ts'
import { JSON_OUTPUT } from '../options.ts'
import { print, printFault, printJson, printRows, written } from '../print.ts'

/** Prints the results of runs and their differences, and the console's address for the same. */
export const compare = command({
  name: 'compare',
  args: '<run> <run>…',
  about: 'the differences and the results of runs; --all for all values',
  options: { all: { help: 'also the values that are the same in all' }, json: JSON_OUTPUT },
  async run({ words, options, open }) {
    if (words.length < FEWEST_COMPARED || words.length > MAX_COMPARED)
      return fail(
        `Name ${FEWEST_COMPARED} to ${MAX_COMPARED} runs: podium compare <run> <run>… [--all] [--json]`,
      )
    const { connection, workspace } = await open()
    const found = await Promise.all(words.map((name) => findRun(connection, name, workspace.id)))
    const ids = [...new Set(found.map(({ id }) => id))].join(',')
    const query = { workspace_id: workspace.id, runs: ids }
    const { runs } = await call(connection, compareRuns, { query })
    const elsewhere = found.filter(({ id }) => !runs.some((run) => run.id === id))
    if (elsewhere.length > 0)
      return fail(`${elsewhere.map(({ name }) => name).join(', ')}: not in ${workspace.display_name}.`)
    if (options.json) return printJson(runs)
    printComparison(runs, options.all)
    print(`${connection.address}/inferenceModel/compare?ws=${workspace.id}&runs=${ids}`)
  },
})

function printComparison(runs: readonly ComparedRun[], all = false): void {
  const values = [...parametersOf(runs), ...configurationOf(runs)]
  const shown = values.filter(({ differs }) => differs || all)
  printRows([
    ['RUN', ...runs.map(({ name }) => name)],
    ['STATE', ...runs.map(({ state }) => state)],
    ...figureRows(runs),
    ...shown.map(({ name, values }) => [name, ...values.map(written)]),
  ])
  const hidden = values.length - shown.length
  if (hidden > 0)
    printFault(`${hidden} ${hidden === 1 ? 'value is' : 'values are'} the same in all runs: see --all.`)
}

function figureRows(runs: readonly ComparedRun[]): string[][] {
  const names = [...new Set(runs.flatMap(({ metrics }) => Object.keys(metrics)))]
  return names.map((name) => {
    const best = bestOfEnded(name, runs)
    const cells = runs.map(({ state, metrics: { [name]: value } }) => {
      if (value === undefined) return ''
      return value === best && !isLive(state) ? `${value} *` : String(value)
    })
    return [name, ...cells]
  })
}

interface Values {
  name: string
  values: unknown[]
  differs: boolean
}

function parametersOf(runs: readonly ComparedRun[]): Values[] {
  const all = runs.map(
    ({ parameters }) => new Map(namedValues(parameters).map(({ title, value }) => [title, value])),
  )
  return [...new Set(all.flatMap((one) => [...one.keys()]))].map((name) => {
    return valuesOf(
      name,
      all.map((one) => one.get(name)),
    )
  })
}

function configurationOf(runs: readonly ComparedRun[]): Values[] {
  const names = new Set(runs.flatMap(({ configuration }) => Object.keys(configuration)))
  return [...names].map((name) =>
    valuesOf(
      configurationName(name),
      runs.map(({ configuration }) => configuration[name]),
    ),
  )
}

function valuesOf(name: string, values: unknown[]): Values {
  return { name, values, differs: new Set(values.map((value) => JSON.stringify(value))).size > 1 }
}
