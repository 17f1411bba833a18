import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Attempt } from '../attempt/attempt.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { SYSTEM_PATH } from '../attempt/environment.ts'
import { draftOf } from '../attempt/json-file.ts'
import { temporaryFolderOf } from '../attempt/temporary-folder.ts'
import { draftOfAttempt } from './environments/environment-folder.ts'
import type { Host } from './host.ts'
import { membersOf } from './members.ts'

const ENVIRONMENT = { PATH: SYSTEM_PATH, LC_ALL: 'C' }
const MAX_OPENING_MS = 10_000

/** Files of an attempt that its run did not write: inputs and records. */
const NOT_WRITTEN = [
  ...(['data', 'model', 'python', 'metadata', 'parameters', 'environment', 'supervisor', 'spec'] as const),
  ...(['begun', 'child', 'exit', 'stop', 'signalled', 'ended', 'removed_files', 'retained'] as const),
]

/** Returns the bytes of an attempt on the disk without its inputs and the engine's records, holes not counted. */
export async function bytesWritten(host: Host, attempt: Attempt): Promise<number> {
  const [named, unnamed] = await Promise.all([inFolders(host, attempt), inOpenFiles(host, attempt)])
  return named + unnamed
}

/** Measures with a program of the system, so that a run with a million files does not block others. */
async function inFolders(host: Host, attempt: Attempt): Promise<number> {
  const { directory } = attempt
  const draft = await draftOfAttempt(host.runs, attempt)
  const paths = [...(await ownPaths(directory)), ...(draft === null ? [] : [draft])]
  return paths.length === 0 ? 0 : bytesIn(host, paths, directory.root)
}

/** Returns the bytes on the disk of folders in which runs write. */
export async function bytesIn(host: Host, paths: string[], cwd: string): Promise<number> {
  const found = await measure(paths, cwd)
  // Root can read all folders. Otherwise the run has the server's identity, so the server can open folders that it
  // closed.
  if (host.ownIdentities || !found.isPartly) return found.bytes
  await openFolders(paths, cwd)
  return (await measure(paths, cwd)).bytes
}

/** Only the link to the folder for temporary files is followed, and the run may have changed it. */
async function ownPaths(directory: AttemptDirectory): Promise<string[]> {
  const files = NOT_WRITTEN.map((name) => directory[name])
  const others = new Set(
    [...files, ...files.map(draftOf), draftOf(directory.work)].map((path) => basename(path)),
  )
  const names = (await readdir(directory.root)).filter((name) => !others.has(name))
  const elsewhere = await temporaryFolderOf(directory)
  return [...names.map((name) => `./${name}`), ...(elsewhere === null ? [] : [elsewhere])]
}

async function measure(paths: string[], cwd: string): Promise<{ bytes: number; isPartly: boolean }> {
  const du = spawn('du', ['-skx', '--', ...paths], {
    cwd,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let isPartly = false
  // Missing if the server has no descriptors left.
  du.stderr?.on('data', (output: Buffer) => {
    isPartly ||= output.includes('Permission denied')
  })
  // Files come and go during the measurement, so a partial sum is used.
  const [lines] = await Promise.all([text(du.stdout), once(du, 'close')])
  const sizes = lines.split('\n').map((line) => Number.parseInt(line, 10) || 0)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0) * 1024, isPartly }
}

/** Opens folders from the top, because nothing below a closed one is visible. The next measurement continues. */
async function openFolders(paths: string[], cwd: string): Promise<void> {
  const closed = ['-xdev', '-type', 'd', '!', '-perm', '-u=rx']
  const args = [...paths, ...closed, '-exec', 'chmod', 'u+rwx', '{}', ';']
  await once(
    spawn('find', args, { cwd, env: ENVIRONMENT, stdio: 'ignore', timeout: MAX_OPENING_MS }),
    'close',
  )
}

/** Returns the bytes of files that a program removed but has open or mapped, like nameless temporary files. */
async function inOpenFiles(host: Host, attempt: Attempt): Promise<number> {
  const { dev } = await stat(attempt.directory.root)
  const found = new Map<number, number>()
  for (const pid of await membersOf(host, attempt, null)) {
    const opened = (await readdir(`/proc/${pid}/fd`).catch(() => [])).map((name) => `fd/${name}`)
    for (const path of [...opened, ...(await removedAndMapped(pid))]) {
      const file = await stat(join(`/proc/${pid}`, path)).catch(() => null)
      if (file?.isFile() && file.nlink === 0 && file.dev === dev) found.set(file.ino, file.blocks * 512)
    }
  }
  return [...found.values()].reduce((sum, size) => sum + size, 0)
}

/** Lists them by their paths in the folder of the process, which only root can follow. */
async function removedAndMapped(pid: number): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')
  const removed = maps.split('\n').filter((line) => line.endsWith(' (deleted)'))
  // The folder names addresses without the leading zeros.
  return removed.map((line) => `map_files/${line.split(' ', 1)[0]?.replace(/\b0+(?=\w)/g, '')}`)
}
