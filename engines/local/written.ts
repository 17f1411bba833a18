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
const MOST_OPENING_MS = 10_000

/** What an attempt takes of the disk beside its inputs and the engine's records, in bytes, holes not counted. */
export async function bytesWritten(host: Host, attempt: Attempt): Promise<number> {
  const [named, unnamed] = await Promise.all([inFolders(host, attempt), inOpenFiles(host, attempt)])
  return named + unnamed
}

/** By a program of the system, so that a run with a million files holds up no other. */
async function inFolders(host: Host, attempt: Attempt): Promise<number> {
  const { directory } = attempt
  const draft = await draftOfAttempt(host.runs, attempt)
  const paths = [...(await ownPaths(directory)), ...(draft === null ? [] : [draft])]
  return paths.length === 0 ? 0 : bytesIn(host, paths, directory.root)
}

/** Bytes of the disk that folders take in which runs write. */
export async function bytesIn(host: Host, paths: string[], cwd: string): Promise<number> {
  const found = await measure(paths, cwd)
  // Root looks everywhere. Else the run has the server's own identity, so what it closed the server can open.
  if (host.ownIdentities || !found.isPartly) return found.bytes
  await openFolders(paths, cwd)
  return (await measure(paths, cwd)).bytes
}

/** Of all links only that to the folder for temporary files is followed, which the run may have turned elsewhere. */
async function ownPaths(directory: AttemptDirectory): Promise<string[]> {
  const { data, model, python, supervisor, spec, begun, child, exit, stop, told, ended, let_go, retained } =
    directory
  const { metadata, parameters, environment, work } = directory
  const records = [
    supervisor,
    spec,
    begun,
    child,
    exit,
    stop,
    told,
    ended,
    let_go,
    retained,
    metadata,
    parameters,
    environment,
  ]
  const files = [data, model, python, ...records]
  const others = new Set([...files, ...files.map(draftOf), draftOf(work)].map((path) => basename(path)))
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
  // There is none where the server has no descriptor left.
  du.stderr?.on('data', (output: Buffer) => {
    isPartly ||= output.includes('Permission denied')
  })
  // Files come and go while it looks: what it could count counts.
  const [lines] = await Promise.all([text(du.stdout), once(du, 'close')])
  const sizes = lines.split('\n').map((line) => Number.parseInt(line, 10) || 0)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0) * 1024, isPartly }
}

/** One after the other from the top, as below a closed folder none is seen; the next look goes on where time is up. */
async function openFolders(paths: string[], cwd: string): Promise<void> {
  const closed = ['-xdev', '-type', 'd', '!', '-perm', '-u=rx']
  const args = [...paths, ...closed, '-exec', 'chmod', 'u+rwx', '{}', ';']
  await once(
    spawn('find', args, { cwd, env: ENVIRONMENT, stdio: 'ignore', timeout: MOST_OPENING_MS }),
    'close',
  )
}

/** Files that a program removed and holds open or mapped, as temporary files are: they have no name to be found by. */
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

/** By their paths in the folder of the process, which only root can follow. */
async function removedAndMapped(pid: number): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')
  const removed = maps.split('\n').filter((line) => line.endsWith(' (deleted)'))
  // The folder names addresses without the leading zeros.
  return removed.map((line) => `map_files/${line.split(' ', 1)[0]?.replace(/\b0+(?=\w)/g, '')}`)
}
