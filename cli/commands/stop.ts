import { stopRun } from '@podium/contract/runs.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import type { Options } from '../options.ts'
import { print } from '../print.ts'

/** Asks a run to stop; it has stopped when its state says so. */
export async function runStop([name]: string[], options: Options): Promise<void> {
  if (!name) return fail('Name the run: podium stop <run>')
  const connection = await connect(options.server)
  const run = await findRun(connection, name, options.workspace)
  await call(connection, stopRun, { params: { id: run.id } })
  print(`${run.name} was asked to stop.`)
}
