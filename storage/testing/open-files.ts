import { existsSync } from 'node:fs'
import { open, readdir, readlink } from 'node:fs/promises'

const DESCRIPTORS = '/proc/self/fd'

/** True if this system lists the open files of a process. */
export const showsOpenFiles = existsSync(DESCRIPTORS)

/** Lists the files at or below a path that this process has open. A file that was opened twice appears twice. */
export async function openFilesBelow(path: string): Promise<string[]> {
  const links = (await readdir(DESCRIPTORS)).map((name) => readlink(`${DESCRIPTORS}/${name}`).catch(() => ''))
  return (await Promise.all(links)).filter((target) => target === path || target.startsWith(`${path}/`))
}

/** Returns the prototype of the file handles of `fs/promises`, so that a test can make one of its methods fail. */
export async function fileHandlePrototype(): Promise<Awaited<ReturnType<typeof open>>> {
  const file = await open('/dev/null')
  await file.close()
  return Object.getPrototypeOf(file)
}
