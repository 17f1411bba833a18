import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes the folder in which an export grows, beside its file. What exports to that file left which were killed is removed
 * first: it holds what the export holds.
 */
export async function makeAside(file: string): Promise<string> {
  const folder = dirname(file)
  const beginning = `.${basename(file)}-`
  for (const name of await readdir(folder))
    if (name.startsWith(beginning) && isLeftOver(name.slice(beginning.length)))
      await rm(join(folder, name), { recursive: true, force: true })
  return mkdtemp(join(folder, `${beginning}${process.pid}-`))
}

/** @param rest of the folder's name: the process that made it, and what no other folder has */
function isLeftOver(rest: string): boolean {
  const pid = /^(\d{1,10})-\w{6}$/.exec(rest)?.[1]
  return pid !== undefined && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
