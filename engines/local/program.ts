import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { SYSTEM_PATH } from '../attempt/environment.ts'
import { StartRefused } from '../engine.ts'

/**
 * Returns the search path of runs for programs: the system's folders, and if those have no Python, the server's own
 * (unless runs have another identity, which may not be able to reach it).
 */
export async function runPath(serverPath: string, ownIdentity: boolean): Promise<string> {
  if (ownIdentity || (await isOnPath('python3', SYSTEM_PATH))) return SYSTEM_PATH
  for (const folder of serverPath.split(delimiter).filter(isAbsolute)) {
    if (await isProgram(join(folder, 'python3'))) return `${SYSTEM_PATH}:${folder}`
  }
  return SYSTEM_PATH
}

/** @throws StartRefused if there is no such program, neither on the path nor in the source */
export async function refuseMissingProgram(program: string, path: string, work: string): Promise<void> {
  if (program.includes('=') || program.includes('\0') || program === '') {
    throw new StartRefused(`\`${program}\` cannot be the name of a program: correct the pipeline's command.`)
  }
  if (program.includes('/')) {
    if (await isProgram(isAbsolute(program) ? program : join(work, program))) return
    throw new StartRefused(
      `The program \`${program}\` does not exist on this machine, or may not be executed: check the pipeline's command and source.`,
    )
  }
  if (await isOnPath(program, path)) return
  throw new StartRefused(
    `The program \`${program}\` does not exist on this machine: install it, or name another in the pipeline's command.`,
  )
}

async function isOnPath(program: string, path: string): Promise<boolean> {
  return (await programOn(path, program)) !== null
}

/** Returns the program's path, or null if it is not on the search path. */
export async function programOn(path: string, program: string): Promise<string | null> {
  for (const folder of path.split(delimiter))
    if (await isProgram(join(folder, program))) return join(folder, program)
  return null
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
