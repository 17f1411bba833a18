import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type PodiumServer, startPodium } from '../podium-server.ts'
import { watchResident } from '../process-tree.ts'
import { median } from '../rounds.ts'
import { p95 } from '../series/zoom-frames.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { hostHeaders, makeWorkspace } from '../workspace.ts'
import { type Calls, callsTo } from './calls.ts'
import { watchNeighbour } from './neighbour.ts'
import { type Pushed, pull, push } from './pushing.ts'
import { p95Of } from './timing.ts'
import { FILE_BYTES, makeTree, pathOf, type Tree } from './tree.ts'

/** 1 GB, or 20 GB in the long form. Needs twice as much disk space. */
const FILES = process.env.PODIUM_LONG === '1' ? 100_000 : 5_000
const KILL_AT = 0.4
const MAX_RATIO = 6
const MAX_HELD_MIB = 300
const MAX_GROWTH_MIB = 200
const MAX_MS = 200
const MAX_NEIGHBOUR_MS = 1000
/** Addresses and hashes are sent along with the bytes. */
const MAX_BYTES_RATIO = 1.1

interface Bench {
  home: string
  server: PodiumServer
  calls: Calls
  workspace: string
  tree: Tree
}

/** Measures the command on a data set of many files: pushed, interrupted, resumed, listed, changed and pulled. */
export async function measureDataSetPush(): Promise<Verdict[]> {
  if (process.platform !== 'linux') {
    console.log('What another process reads and holds is known on Linux only: not measured here.')
    return []
  }
  return inTemporaryHome(async (folder) => {
    const home = join(folder, 'podium')
    const tree = await makeTree(join(folder, 'files'), FILES)
    const rival = copyAndHash(tree, join(folder, 'copy'))
    const server = await startPodium(home)
    try {
      const headers = { ...(await hostHeaders(home)), 'content-type': 'application/json' }
      const workspace = (await makeWorkspace(server.address, headers)).split('/').at(-2) ?? ''
      const bench = { home, server, calls: callsTo(server.address, headers), workspace, tree }
      return [
        ...(await measurePush(bench, rival)),
        ...(await measureLists(bench)),
        ...(await measureChange(bench, folder)),
        await measurePull(bench, folder),
      ]
    } finally {
      await server.stop()
    }
  })
}

/** Measures the least work of a push: reads, hashes and writes every byte. Returns seconds. */
function copyAndHash({ folder }: Tree, copy: string): number {
  const began = performance.now()
  const script =
    'cp -r "$1" "$2" && sync -f "$2" && find "$1" -type f -print0 | xargs -0 sha256sum >/dev/null'
  execFileSync('bash', ['-c', script, 'bash', folder, copy])
  const seconds = (performance.now() - began) / 1000
  execFileSync('rm', ['-rf', copy])
  return seconds
}

async function measurePush(
  { home, server, calls, workspace, tree }: Bench,
  rival: number,
): Promise<Verdict[]> {
  const neighbour = await watchNeighbour(calls, workspace)
  const memory = watchResident(server.pid)
  const words = ['pictures', tree.folder]
  const first = await push(home, words, tree.files * KILL_AT)
  const kept = await stored(home)
  const readBefore = bytesReadBy(server.pid)
  const second = await push(home, words)
  const read = bytesReadBy(server.pid) - readBefore
  const held = memory.stop()
  const delays = await neighbour.stop()
  const all = await stored(home)
  // And the neighbour's one.
  if (all.files !== tree.contents + 1)
    throw new Error(`${all.files} of ${tree.contents} contents are stored.`)
  const seconds = first.seconds + second.seconds
  tell(first, second, kept.files)
  console.log(`cp and sha256sum: ${rival.toFixed(1)} s; both pushes: ${seconds.toFixed(1)} s`)
  console.log(
    `a small version beside it: median ${whole(median(delays))} ms, p95 ${whole(p95(delays))} ms, slowest ${whole(Math.max(...delays))} ms`,
  )
  const missing = tree.contents + 1 - kept.files
  return [
    atMost('contents sent again after a push that was killed', second.sent - missing, 0, 'contents'),
    atMost(
      'bytes that the server read then, of those that were missing',
      read / (missing * FILE_BYTES),
      MAX_BYTES_RATIO,
      '×',
    ),
    atMost('push, of cp and sha256sum', seconds / rival, MAX_RATIO, '×'),
    atMost('memory of the command', Math.max(first.held, second.held), MAX_HELD_MIB, 'MiB'),
    atMost('memory of the server', held, MAX_GROWTH_MIB, 'MiB'),
    atMost('slowest small version made beside it', Math.max(...delays), MAX_NEIGHBOUR_MS, 'ms'),
  ]
}

function tell(first: Pushed, second: Pushed, kept: number): void {
  console.log(`killed after ${first.seconds.toFixed(1)} s with ${kept} contents stored`)
  console.log(`gone on with: ${second.seconds.toFixed(1)} s, ${second.sent} contents sent`)
}

async function measureLists({ calls, workspace, tree }: Bench): Promise<Verdict[]> {
  const { data_sets } = await calls.get(`/data-sets?workspace_id=${workspace}&q=pictures`)
  const version = `/data-sets/${(data_sets as { id: string }[])[0]?.id}/versions/1`
  const files = `${version}/files?page_size=100`
  const middle = pathOf(Math.floor(tree.files / 2))
  const lists = {
    'first page': files,
    'a page in the middle': `${files}&after=${middle}`,
    'a search that finds few': `${files}&q=4321.bin`,
    'a search that finds none': `${files}&q=nowhere`,
    'a folder': `${files}&prefix=${dirname(middle)}/`,
    'the data sets': `/data-sets?workspace_id=${workspace}`,
    'the version': version,
  }
  const verdicts: Verdict[] = []
  for (const [name, path] of Object.entries(lists))
    verdicts.push(atMost(`${name}, of ${tree.files} files, p95`, await p95Of(calls, path), MAX_MS, 'ms'))
  return verdicts
}

/** Changes one of many files. Only its bytes are stored. */
async function measureChange({ home, tree }: Bench, folder: string): Promise<Verdict[]> {
  const before = await stored(home)
  const changed = join(folder, 'changed')
  const file = join(changed, pathOf(7))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'changed')
  const { sent, seconds } = await push(home, ['pictures', changed, '--keep'])
  const after = await stored(home)
  console.log(`a version of ${tree.files} files with one changed: ${seconds.toFixed(1)} s`)
  return [
    atMost('contents sent for one changed file', sent, 1, 'contents'),
    atMost('bytes stored for it beyond its own', after.bytes - before.bytes - 'changed'.length, 0, 'bytes'),
  ]
}

/** Pushes a folder of it as its own data set, which stores nothing, and pulls it unchanged. */
async function measurePull({ home, tree }: Bench, folder: string): Promise<Verdict> {
  const before = await stored(home)
  const source = dirname(join(tree.folder, pathOf(0)))
  await push(home, ['one-folder', source])
  const after = await stored(home)
  const fetched = join(folder, 'fetched')
  await pull(home, 'one-folder', fetched)
  execFileSync('diff', ['-r', source, fetched])
  console.log('a folder of it came back the same to the byte')
  return atMost('bytes stored for contents that are there', after.bytes - before.bytes, 0, 'bytes')
}

async function stored(home: string): Promise<{ files: number; bytes: number }> {
  const blobs = join(home, 'objects', 'uploads', 'blobs')
  let [files, bytes] = [0, 0]
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files += 1
    bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return { files, bytes }
}

function whole(ms: number): number {
  return Math.round(ms)
}

/** Counts bytes from sockets and files. */
function bytesReadBy(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}
