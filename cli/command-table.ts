import { fail } from './cli-error.ts'
import { type Command, longName } from './command.ts'
import { password, unlock } from './commands/accounts.ts'
import { exportHome, importHome, moveObjects } from './commands/backup.ts'
import { compare } from './commands/compare.ts'
import { DATA_SETS } from './commands/data-sets.ts'
import { download } from './commands/download.ts'
import { init } from './commands/init.ts'
import { login, logout } from './commands/login.ts'
import { logs } from './commands/logs.ts'
import { retry, stop } from './commands/many.ts'
import { alias, models } from './commands/models.ts'
import { packages } from './commands/packages.ts'
import { register } from './commands/register.ts'
import { RETENTION } from './commands/retention.ts'
import { run } from './commands/run.ts'
import { runs } from './commands/runs.ts'
import { SCHEDULES } from './commands/schedules.ts'
import { solutions } from './commands/solutions.ts'
import { demo, start } from './commands/start.ts'
import { status } from './commands/status.ts'
import { TRASH } from './commands/trash.ts'
import { upload } from './commands/upload.ts'
import { VARIABLES } from './commands/variables.ts'

/** The commands in the order and groups of the help. */
export const GROUPS: readonly { title: string; commands: readonly Command[] }[] = [
  { title: 'Sign in', commands: [login, logout] },
  { title: 'Solutions', commands: [init, register, solutions] },
  { title: 'Data', commands: [upload, ...DATA_SETS] },
  {
    title: 'Runs',
    commands: [run, runs, compare, status, logs, stop, retry, download, packages],
  },
  { title: 'Models', commands: [models, alias] },
  { title: 'Workspace', commands: [...VARIABLES, ...SCHEDULES, ...RETENTION, ...TRASH] },
  {
    title: "On the server's own machine",
    commands: [unlock, password, exportHome, importHome, moveObjects, start, demo],
  },
]

export const ALL_COMMANDS = GROUPS.flatMap(({ commands }) => commands)

/** Finds the command that the words begin with, and returns the words after its name. */
export function findCommand([name = '', ...words]: string[]): { command: Command; words: string[] } {
  const family = ALL_COMMANDS.filter((command) => command.name.split(' ')[0] === name)
  const [first] = family
  if (!first) return fail(`There is no command '${name}'. See podium --help.`)
  if (first.name === name) return { command: first, words }
  const [action, ...others] = words
  const command = family.find((each) =>
    action === undefined ? each.name.includes('[') : longName(each) === `${name} ${action}`,
  )
  if (command) return { command, words: others }
  const actions = family.map((each) => longName(each).slice(name.length + 1)).join(' | ')
  return fail(
    `There is no 'podium ${[name, action].filter(Boolean).join(' ')}'. Use podium ${name} ${actions}.`,
  )
}
