import { parseArgs } from 'node:util'
import { CliError } from './cli-error.ts'

const OPTIONS = {
  server: { type: 'string' },
  workspace: { type: 'string', short: 'w' },
  id: { type: 'string' },
  token: { type: 'boolean' },
  follow: { type: 'boolean', short: 'f' },
  type: { type: 'string' },
  pipeline: { type: 'string' },
  version: { type: 'string' },
  stream: { type: 'string' },
  param: { type: 'string', short: 'p', multiple: true },
  variable: { type: 'string', multiple: true },
  secret: { type: 'boolean' },
  environment: { type: 'boolean' },
  'time-zone': { type: 'string' },
  'when-running': { type: 'string' },
  'when-missed': { type: 'string' },
  tier: { type: 'string' },
  data: { type: 'string' },
  'data-set': { type: 'string' },
  keep: { type: 'boolean' },
  note: { type: 'string' },
  state: { type: 'string' },
  solution: { type: 'string' },
  person: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  tag: { type: 'string', multiple: true },
  star: { type: 'boolean' },
  failure: { type: 'string' },
  figure: { type: 'string', multiple: true },
  parameter: { type: 'string', multiple: true },
  search: { type: 'string', short: 'q' },
  sort: { type: 'string' },
  figures: { type: 'string' },
  parameters: { type: 'string' },
  alias: { type: 'string' },
  output: { type: 'string', short: 'o' },
  log: { type: 'boolean' },
  model: { type: 'boolean' },
  remove: { type: 'boolean' },
  replace: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  check: { type: 'boolean' },
  ca: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Options = ReturnType<typeof parseOptions>['values']

/** Parses the words and options of a command line. An unknown option fails with a sentence. */
export function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new CliError(`${(error as Error).message.split('. ')[0]}. See podium --help.`)
  }
}
