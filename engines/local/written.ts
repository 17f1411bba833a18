import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SYSTEM_PATH } from './environment.ts'
import type { Host, Place } from './host.ts'
import { membersOf } from './members.ts'

/** What an attempt takes of the disk beside its inputs and the engine's records, in bytes, holes not counted. */
export async function bytesWritten(host: Host, place: Place): Promise<number> {
  const [named, unnamed] = await Promise.all([inFolders(place), inOpenFiles(host, place)])
  return named + unnamed
}

const NOT_ITS_OWN = /^(data|model|supervisor)$|\.(json|draft)$/

/** By a program of the system, so that a run with a million files holds up no other. */
async function inFolders({ directory: { root } }: Place): Promise<number> {
  const names = (await readdir(root)).filter((name) => !NOT_ITS_OWN.test(name))
  if (names.length === 0) return 0
  // -D: the folder for temporary files is a link
  const du = spawn('du', ['-skxD', '--', ...names], {
    cwd: root,
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Files come and go while it looks: what it could count counts.
  const [lines] = await Promise.all([text(du.stdout), once(du, 'close')])
  const sizes = lines.split('\n').map((line) => Number.parseInt(line, 10) || 0)
  return sizes.reduce((sum, size) => sum + size, 0) * 1024
}

/** Files that a program removed and holds open, as temporary files are: they have no name to be found by. */
async function inOpenFiles(host: Host, place: Place): Promise<number> {
  const { dev } = await stat(place.directory.root)
  const found = new Map<number, number>()
  for (const pid of await membersOf(host, place, null)) {
    const folder = `/proc/${pid}/fd`
    for (const name of await readdir(folder).catch(() => [])) {
      const file = await stat(join(folder, name)).catch(() => null)
      if (file?.isFile() && file.nlink === 0 && file.dev === dev) found.set(file.ino, file.blocks * 512)
    }
  }
  return [...found.values()].reduce((sum, size) => sum + size, 0)
}
