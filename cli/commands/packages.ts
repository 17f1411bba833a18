import { readPackages } from '@podium/contract/calls/run-packages.ts'
import { pinnedLines } from '@podium/contract/python-packages/package-lines.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import { connect } from '../connection.ts'
import { findRun } from '../find-run.ts'
import type { Options } from '../options.ts'
import { print, printJson } from '../print.ts'

export async function runPackages([name]: string[], options: Options): Promise<void> {
  if (!name) return fail('Name the run: podium packages <run> [--json]')
  const connection = await connect(options.server)
  const run = await findRun(connection, name, options.workspace)
  const list = await call(connection, readPackages, { params: { id: run.id } })
  if (options.json) return printJson(list)
  print(`# ${run.name}: Python ${list.python}, installed by ${list.tool} from ${list.file}`)
  for (const line of pinnedLines(list)) print(line)
}
