import { existsSync } from 'node:fs'
import { open, readdir, readlink } from 'node:fs/promises'

const DESCRIPTORS = '/proc/self/fd'

/** True if this system shows a process its open files. */
export const showsOpenFiles = existsSync(DESCRIPTORS)

/** The files at or below a path that this process has open; a file that was opened twice comes twice. */
export async function openFilesBelow(path: string): Promise<string[]> {
  const links = (await readdir(DESCRIPTORS)).map((name) => readlink(`${DESCRIPTORS}/${name}`).catch(() => ''))
  return (await Promise.all(links)).filter((target) => target === path || target.startsWith(`${path}/`))
}

/** What every open file of `fs/promises` inherits from, so that a test can let one of its calls fail. */
export async function fileHandlePrototype(): Promise<Awaited<ReturnType<typeof open>>> {
  const file = await open('/dev/null')
  await file.close()
  return Object.getPrototypeOf(file)
}
