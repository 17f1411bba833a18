import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fail } from '../cli-error.ts'
import { assertProject, isBelow, topOfProject } from './root.ts'

/** The folder of a run: what goes along, and where in it the program starts. */
export interface Target {
  /** the top of what goes along, as a real path */
  root: string
  /** where the program starts, from the root with '/'; '' for the root itself */
  workingFolder: string
  /** the file to run, from the working folder; null for a folder */
  file: string | null
}

/** How a program of each kind is started. */
const STARTED_BY: Record<string, string[]> = {
  '.py': ['python'],
  '.ipynb': ['python', '-m', 'podium.notebook'],
  '.sh': ['bash'],
}

/** True if the argument of `podium run` names a folder or file of this machine, not a solution. */
export function isLocal(argument: string): boolean {
  return argument === '.' || argument.includes('/') || isProgram(argument)
}

/** True if the name is that of a file that can be run. */
export function isProgram(name: string): boolean {
  return commandFor(name) !== null
}

/** The command that runs the file; null for a file of another kind. */
export function commandFor(file: string): string[] | null {
  const [, end = ''] = /(\.[a-z]+)$/.exec(file) ?? []
  const starter = Object.hasOwn(STARTED_BY, end) ? STARTED_BY[end] : undefined
  return starter === undefined ? null : [...starter, file]
}

/** Finds root and working folder of the folder or file that was named. */
export async function findTarget(named: string, namedRoot: string | undefined): Promise<Target> {
  const place = resolve(named)
  const info = await stat(place).catch(() => null)
  if (info === null)
    return fail(`There is no ${isProgram(named) ? 'file' : 'folder'} ${named} on this machine.`)
  if (!info.isDirectory() && !isProgram(named))
    return fail(
      `${named} is not a program that can be run here: name a .py, .ipynb or .sh file, or a folder.`,
    )
  const here = await realpath(process.cwd())
  // The name of a link to a file is kept: it may lie beside other files than the file itself.
  const real = info.isDirectory()
    ? await realpath(place)
    : join(await realpath(dirname(place)), basename(place))
  const folder = info.isDirectory() ? real : dirname(real)
  const root =
    namedRoot === undefined
      ? ((await topOfProject(folder)) ?? (!info.isDirectory() && isBelow(here, folder) ? here : folder))
      : await realpath(resolve(namedRoot)).catch(() =>
          fail(`There is no folder ${namedRoot}: give another --root.`),
        )
  assertProject(root, namedRoot !== undefined)
  if (!isBelow(root, folder)) fail(`${named} does not lie in ${namedRoot}: give another --root.`)
  const working = !info.isDirectory() && isBelow(root, here) ? here : folder
  return {
    root,
    workingFolder: relative(root, working),
    file: info.isDirectory() ? null : relative(working, real),
  }
}
