import { readPackages } from '@podium/contract/calls/run-packages.ts'
import { pinnedLines } from '@podium/contract/python-packages/package-lines.ts'
import { call } from '../client.ts'
import { command } from '../command.ts'
import { findRun } from '../find-run.ts'
import { JSON_OUTPUT } from '../options.ts'
import { print, printJson } from '../print.ts'

export const packages = command({
  name: 'packages',
  args: '<run>',
  about: 'the Python packages that a run had, as a requirements file',
  missing: 'Name the run',
  options: { json: JSON_OUTPUT },
  async run({ words: [name = ''], options, connect }) {
    const connection = await connect()
    const run = await findRun(connection, name, options.workspace)
    const list = await call(connection, readPackages, { params: { id: run.id } })
    if (options.json) return printJson(list)
    print(`# ${run.name}: Python ${list.python}, installed by ${list.tool} from ${list.file}`)
    for (const line of pinnedLines(list)) print(line)
  },
})
