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
  tier: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Options = ReturnType<typeof parseOptions>['values']

/** The words and options of a command line; an unknown option is a sentence. */
export function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new CliError(`${(error as Error).message.split('. ')[0]}. See podium --help.`)
  }
}
