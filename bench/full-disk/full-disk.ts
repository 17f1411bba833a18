import { setTimeout as pause } from 'node:timers/promises'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Solution } from '@podium/contract/calls/solutions.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { canMount, createSmallDisk, type SmallDisk } from '@podium/engines/testing/small-disk.ts'
import { printFigures } from '../rounds.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { Refused, type SupervisedServer, superviseServer } from './supervised-server.ts'
import { postgresOf, supervisorsOf } from './victims.ts'

const ROUNDS = 20
const DISK_MIB = 620
const KILLS = 3
const FULL_FOR_MS = 4_000
const SEED = 13
const MIB = 1024 ** 2

const COUNTING = 'i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo line $i; sleep 0.1; done; exit 7'
const filling = (file: string) => `dd if=/dev/zero of=${file} bs=1M; sleep 3; exit 28`
/** The program of each solution: a run that counts, and those that fill the disk, one of them in each round. */
const SCRIPTS = {
  counting: COUNTING,
  'filling-folder': filling('filling'),
  'filling-output': filling('$PODIUM_OUTPUT_DIR/filling'),
}

/** The results of twenty rounds with a full disk. */
interface Seen {
  /** milliseconds from freeing space to the first acknowledged change */
  back: number[]
  /** milliseconds from freeing space until the server is healthy and both runs have ended */
  healthy: number[]
  /** milliseconds of a start after space was freed */
  start: number[]
  acknowledged: number
  lost: number
  /** responses with status 500 */
  faults: number
  /** runs whose recorded end is wrong */
  untrue: string[]
  reads: { good: number; all: number }
}

interface Setup {
  disk: SmallDisk
  server: SupervisedServer
  workspace: string
  /** instances by solution name */
  instances: Record<string, string>
  seen: Seen
  chance: () => number
}

/** Fills a disk by a run, beside an innocent run, while server, database and supervisors are killed at random. */
export async function measureFullDisk(): Promise<Verdict[]> {
  if (!canMount()) {
    console.log('This user may mount no disk: not measured here.')
    return []
  }
  const disk = createSmallDisk(DISK_MIB)
  try {
    return await measureOn(disk)
  } finally {
    disk.remove()
  }
}

async function measureOn(disk: SmallDisk): Promise<Verdict[]> {
  const server = await superviseServer(disk.folder)
  try {
    const seen: Seen = {
      back: [],
      healthy: [],
      start: [],
      acknowledged: 0,
      lost: 0,
      faults: 0,
      untrue: [],
      reads: { good: 0, all: 0 },
    }
    const setup: Setup = { disk, server, ...(await prepare(server)), seen, chance: chancesFrom(SEED) }
    for (let round = 1; round <= ROUNDS; round += 1) await goRound(setup, round)
    return verdictsOf(seen, server.printed())
  } finally {
    await server.stop()
  }
}

async function prepare(server: SupervisedServer): Promise<Pick<Setup, 'workspace' | 'instances'>> {
  const { id: workspace } = await server.call<{ id: string }>('POST', '/workspaces', {
    name: 'full',
    s3_bucket_name: 'full',
    execution_specs: [{ name: 'standard', instance: '1cpu-1gib' }],
  })
  const instances: Record<string, string> = {}
  for (const [name, script] of Object.entries(SCRIPTS)) {
    const metadata_json = { name, pipeline: [{ type: 'train', command: ['sh', '-c', script] }] }
    const solution = await server.call<Solution>('POST', `/solutions?workspace_id=${workspace}`, {
      metadata_json,
    })
    const { id } = await server.call<{ id: string }>('POST', `/instances?workspace_id=${workspace}`, {
      name,
      solution_version_id: solution.versions[0]?.id,
      coupled: false,
    })
    instances[name] = id
  }
  return { workspace, instances }
}

async function goRound(setup: Setup, round: number): Promise<void> {
  const { disk, server, seen } = setup
  const counting = await startRun(setup, 'counting', round)
  await until(async () => (await readRun(setup, counting)).state === 'running')
  const filling = await startRun(setup, round % 2 === 0 ? 'filling-output' : 'filling-folder', round)
  const writing = writeOn(setup, round)
  const reading = readOn(setup)
  await until(async () => disk.free() < MIB || !isLive((await readRun(setup, filling)).state))
  disk.fill()
  const killed = await killAtRandom(setup)
  disk.makeRoom()
  const roomCame = performance.now()
  seen.back.push(await untilChanged(setup, round))
  const acknowledged = await writing.end()
  await reading.end()
  await until(async () => {
    const states = await Promise.all([counting, filling].map((id) => readRun(setup, id)))
    return states.every(({ state }) => !isLive(state)) && (await isHealthy(setup))
  })
  seen.healthy.push(performance.now() - roomCame)
  seen.start.push(await server.killAndWait())
  // If the run that filled the disk has freed its space, this bench fills the disk, which Podium cannot attribute.
  const notFound = /^The disk is full and the cause could not be found/
  await checkEnd(setup, counting, killed, ({ exit_code, detail }) => exit_code === 7 || notFound.test(detail))
  await checkEnd(setup, filling, killed, ({ exit_code, detail }) => exit_code === 28 || /disk/.test(detail))
  seen.acknowledged += acknowledged.length
  seen.lost += await countMissing(setup, round, acknowledged)
  console.log(
    `round ${round}: killed ${killed.map(({ part }) => part).join(', ')}; ${acknowledged.length} writes acknowledged`,
  )
}

/** Returns the milliseconds until a change is acknowledged. */
async function untilChanged(setup: Setup, round: number): Promise<number> {
  const began = performance.now()
  await until(async () => (await addStream(setup, 'counting', `back-${round}-${performance.now()}`)) !== '')
  return performance.now() - began
}

async function isHealthy({ server }: Setup): Promise<boolean> {
  const { status } = await server.call<{ status: string }>('GET', '/healthz')
  return status === 'ok'
}

async function startRun(setup: Setup, name: string, round: number): Promise<string> {
  const stream = await addStream(setup, name, `${name}-${round}`)
  const run = await setup.server.call<RunInfo>('POST', `/streamhistories/${stream}`, {})
  return run.id
}

async function addStream(
  { server, workspace, instances }: Setup,
  instance: string,
  name: string,
): Promise<string> {
  const body = { instance_id: instances[instance], name }
  const { id } = await server.call<{ id: string }>('POST', `/streams?workspace_id=${workspace}`, body)
  return id
}

const readRun = ({ server }: Setup, id: string) => server.call<RunInfo>('GET', `/streamhistories/${id}/info`)

/** Creates rows one after another until `end` is called, which returns the names of the acknowledged ones. */
function writeOn(setup: Setup, round: number) {
  const acknowledged: string[] = []
  const ending = goOn(
    async (n) => {
      const name = `row-${round}-${n}`
      await addStream(setup, 'counting', name)
      acknowledged.push(name)
    },
    (status) => {
      if (status === 500) setup.seen.faults += 1
    },
  )
  return { end: () => ending().then(() => acknowledged) }
}

function readOn({ server, workspace, seen }: Setup) {
  const end = goOn(
    async () => {
      seen.reads.all += 1
      await server.call('GET', `/workspaces/info?workspace_id=${workspace}`)
      seen.reads.good += 1
    },
    (status) => {
      if (status === 500) seen.faults += 1
    },
  )
  return { end }
}

/** Repeats the work every 20 ms, even if it fails, until the returned function is called. */
function goOn(work: (n: number) => Promise<void>, onRefusal: (status: number) => void): () => Promise<void> {
  let going = true
  async function go() {
    for (let n = 1; going; n += 1) {
      await work(n).catch((error) => error instanceof Refused && onRefusal(error.status))
      await pause(20)
    }
  }
  const gone = go()
  return () => {
    going = false
    return gone
  }
}

interface Killed {
  part: string
  /** the run of a killed supervisor */
  run: string | null
}

async function killAtRandom({ disk, server, chance }: Setup): Promise<Killed[]> {
  const killed: Killed[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause((chance() * FULL_FOR_MS * 2) / KILLS)
    const supervisors = [...supervisorsOf(disk.folder)].map(([run, pid]) => ({
      part: 'supervisor',
      run,
      pid,
    }))
    const postgres = postgresOf(disk.folder).map((pid) => ({ part: 'PostgreSQL', run: null, pid }))
    const kinds = [[{ part: 'server', run: null, pid: server.pid }], postgres, supervisors].filter(
      (kind) => kind.length > 0,
    )
    const kind = kinds[Math.floor(chance() * kinds.length)] ?? []
    const victim = kind[Math.floor(chance() * kind.length)]
    if (!victim) continue
    process.kill(victim.pid, 'SIGKILL')
    killed.push(victim)
  }
  return killed
}

/** Checks how a run ended. If its supervisor was killed, its end must be recorded as not seen. */
async function checkEnd(
  setup: Setup,
  id: string,
  killed: Killed[],
  isTrue: (run: RunInfo) => boolean,
): Promise<void> {
  await until(async () => !isLive((await readRun(setup, id)).state))
  const run = await readRun(setup, id)
  const isLost = killed.some((one) => one.run === id) && run.exit_code === null
  if (run.state !== 'failed' || !(isTrue(run) || isLost))
    setup.seen.untrue.push(`${run.name} ${run.state} ${run.exit_code}: ${run.detail}`)
}

async function countMissing({ server, workspace }: Setup, round: number, names: string[]): Promise<number> {
  const present = new Set<string>()
  for (let page = 1, more = true; more; page += 1) {
    const query = `workspace_id=${workspace}&q=row-${round}-&page=${page}&page_size=1000`
    const { streams } = await server.call<{ streams: { name: string }[] }>('GET', `/streams?${query}`)
    for (const { name } of streams) present.add(name)
    more = streams.length === 1000
  }
  return names.filter((name) => !present.has(name)).length
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  // A starting server does not respond.
  while (!(await reached().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('What was waited for did not come in two minutes.')
    await pause(50)
  }
}

/** Returns numbers from 0 to below 1, the same for the same seed (mulberry32). */
function chancesFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function verdictsOf(
  { back, healthy, start, acknowledged, lost, faults, untrue, reads }: Seen,
  printed: string,
): Verdict[] {
  printFigures('ms', {
    'first change after space came back': back,
    'healthy, with both runs ended': healthy,
    'start after that': start,
  })
  console.log(
    `${acknowledged} writes acknowledged; ${reads.good} of ${reads.all} reads answered while parts were killed`,
  )
  for (const line of untrue) console.log(line)
  const stacks = printed.split('\n').filter((line) => /^\s+at /.test(line)).length
  return [
    atMost('full disk: slowest first change after space came back', Math.max(...back) / 1000, 10, 's'),
    atMost('full disk: slowest return to health, with both runs ended', Math.max(...healthy) / 1000, 15, 's'),
    atMost('full disk: slowest start afterwards', Math.max(...start) / 1000, 5, 's'),
    atMost(`full disk: acknowledged writes lost, of ${acknowledged}`, lost, 0, 'writes'),
    atMost('full disk: runs without their true outcome', untrue.length, 0, 'runs'),
    atMost('full disk: answers of 500', faults, 0, 'answers'),
    atMost('full disk: starts that ended with a stack', stacks, 0, 'lines'),
  ]
}
