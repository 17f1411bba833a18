import {
  type ComparedRun,
  compareRuns,
  FEWEST_COMPARED,
  MOST_COMPARED,
} from '@podium/contract/calls/run-comparison.ts'
import { bestOfEnded } from '@podium/contract/rules/figure-direction.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import type { Options } from '../options.ts'
import { print, printFault, printJson, printRows, written } from '../print.ts'
import { chooseWorkspace } from '../workspace.ts'

/** Prints the results of runs and their differences, and the console's address for the same. */
export async function runCompare(named: string[], options: Options): Promise<void> {
  if (named.length < FEWEST_COMPARED || named.length > MOST_COMPARED)
    return fail(
      `Name ${FEWEST_COMPARED} to ${MOST_COMPARED} runs: podium compare <run> <run>… [--all] [--json]`,
    )
  const connection = await connect(options.server)
  const workspace = await chooseWorkspace(connection, options.workspace)
  const found = await Promise.all(named.map((name) => findRun(connection, name, workspace.id)))
  const ids = [...new Set(found.map(({ id }) => id))].join(',')
  const { runs } = await call(connection, compareRuns, { query: { workspace_id: workspace.id, runs: ids } })
  const elsewhere = found.filter(({ id }) => !runs.some((run) => run.id === id))
  if (elsewhere.length > 0)
    return fail(`${elsewhere.map(({ name }) => name).join(', ')}: not in ${workspace.display_name}.`)
  if (options.json) return printJson(runs)
  const parameters = parametersOf(runs)
  const shown = parameters.filter(({ differs }) => differs || options.all)
  printRows([
    ['RUN', ...runs.map(({ name }) => name)],
    ['STATE', ...runs.map(({ state }) => state)],
    ...figureRows(runs),
    ...shown.map(({ name, values }) => [name, ...values.map(written)]),
  ])
  const hidden = parameters.length - shown.length
  if (hidden > 0)
    printFault(
      `${hidden} ${hidden === 1 ? 'parameter is' : 'parameters are'} the same in all runs: see --all.`,
    )
  print(`${connection.address}/inferenceModel/compare?ws=${workspace.id}&runs=${ids}`)
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

interface Parameter {
  name: string
  values: unknown[]
  differs: boolean
}

function parametersOf(runs: readonly ComparedRun[]): Parameter[] {
  const places = new Map(
    runs.flatMap(({ parameters }) =>
      Object.entries(parameters).flatMap(([step, args]) =>
        Object.keys(args).map((name) => [`${step}.${name}`, { step, name }] as const),
      ),
    ),
  )
  return [...places].map(([name, place]) => {
    const values = runs.map(({ parameters }) => parameters[place.step]?.[place.name])
    return { name, values, differs: new Set(values.map((value) => JSON.stringify(value))).size > 1 }
  })
}
