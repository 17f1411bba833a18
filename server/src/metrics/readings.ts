import { monitorEventLoopDelay } from 'node:perf_hooks'
import { liveStates } from '@podium/database/schema/runs.ts'
import { sql } from 'drizzle-orm'
import { waitAtMost } from '../background.ts'
import type { Deps } from '../deps.ts'
import { readTrouble } from '../domains/audit/stream-reads.ts'
import { query } from '../domains/rows.ts'
import { productVersion } from '../product-version.ts'
import type { Family, Labels } from './exposition.ts'

type ReadDeps = Pick<Deps, 'config' | 'database' | 'engine' | 'objects'>

const PATIENCE_MS = 2_000
/** Several scrapers within this time cost no more than one. */
const KEPT_MS = 5_000
/** Metrics that are looked up on request. An answer is reused for five seconds. */
export function createReadings(deps: ReadDeps) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let cached: { families: Promise<Family[]>; until: number } | undefined

  return {
    families(): Promise<Family[]> {
      if (!cached || cached.until <= performance.now()) {
        const made = { families: read(deps, delay), until: Number.POSITIVE_INFINITY }
        cached = made
        const done = () => {
          made.until = performance.now() + KEPT_MS
        }
        made.families.then(done, done)
      }
      return cached.families
    },
    close: () => void delay.disable(),
  }
}

type Delay = ReturnType<typeof monitorEventLoopDelay>

async function read(deps: ReadDeps, delay: Delay): Promise<Family[]> {
  const { config, database, engine, objects } = deps
  const [live, capabilities, disk, store, audit] = await Promise.all([
    answerOf(() => readLiveRuns(deps)),
    answerOf(() => engine.capabilities()),
    answerOf(() => engine.disk()),
    answerOf(() => objects.check()),
    config.audit_stream ? answerOf(() => readTrouble(database)) : undefined,
  ])
  return [
    gauge('podium_build_info', 'The release and the engine of this server; always 1.', [
      [{ version: productVersion, engine: config.engine }, 1],
    ]),
    up('podium_database_up', 'Whether the database answers this server.', live),
    up('podium_engine_up', 'Whether the engine answers this server.', capabilities),
    up('podium_store_up', 'Whether the object store answers this server, and takes files.', store),
    ...(audit ? [auditFamily(audit.value)] : []),
    ...(live ? runFamilies(live.value) : []),
    ...(disk?.value ? diskFamilies(disk.value) : []),
    poolFamily(database.$client),
    ...processFamilies(delay),
  ]
}

/** undefined if it failed or took too long */
async function answerOf<T>(ask: () => Promise<T>): Promise<{ value: T } | undefined> {
  const reading = Promise.resolve()
    .then(ask)
    .then(
      (value) => ({ value }),
      () => undefined,
    )
  return waitAtMost(PATIENCE_MS, reading)
}

interface LiveRuns {
  queued: number
  starting: number
  running: number
  /** seconds */
  longest_wait: number
}

/** Reads only live runs, through the index that holds no others. */
async function readLiveRuns({ database }: ReadDeps): Promise<LiveRuns> {
  const found = await query(database).first<LiveRuns>(sql`
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'starting')::int as starting,
      count(*) filter (where state = 'running')::int as running,
      coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued')), 0)::float8 as longest_wait
    from runs where state in (${liveStates})`)
  if (!found) throw new Error('The count of the runs has no row.')
  return found
}

function runFamilies({ longest_wait, ...counts }: LiveRuns): Family[] {
  return [
    gauge(
      'podium_runs',
      'Runs that have not ended, of the whole installation: every server reports the same.',
      Object.entries(counts).map(([state, count]) => [{ state }, count]),
    ),
    gauge(
      'podium_run_longest_wait_seconds',
      'Longest wait of a queued run, of the whole installation; 0 if none waits.',
      [[{}, longest_wait]],
    ),
  ]
}

function diskFamilies({ free, total, reserve }: { free: number; total: number; reserve: number }): Family[] {
  return [
    gauge('podium_disk_free_bytes', 'Free space of the disk that holds runs, objects and database.', [
      [{}, free],
    ]),
    gauge('podium_disk_total_bytes', 'The size of that disk.', [[{}, total]]),
    gauge('podium_disk_reserve_bytes', 'Below this much free space, runs wait and uploads are refused.', [
      [{}, reserve],
    ]),
  ]
}

function poolFamily({ totalCount, idleCount, waitingCount }: ReadDeps['database']['$client']): Family {
  return gauge(
    'podium_database_connections',
    'Database connections that are busy and idle, and requests waiting for one.',
    [
      [{ state: 'busy' }, totalCount - idleCount],
      [{ state: 'idle' }, idleCount],
      [{ state: 'waiting' }, waitingCount],
    ],
  )
}

/** The metrics of every Prometheus client library, with the names that dashboards expect. */
function processFamilies(delay: Delay): Family[] {
  const { user, system } = process.cpuUsage()
  // before the first sample the histogram returns NaN
  const late = (delay.percentile(99) || 0) / 1e9
  delay.reset()
  return [
    gauge(
      'podium_event_loop_delay_seconds',
      '99th percentile of the event loop delay since the last reading; 0.02 means no delay.',
      [[{}, late]],
    ),
    gauge('process_resident_memory_bytes', 'Memory of this process.', [[{}, process.memoryUsage.rss()]]),
    gauge('process_start_time_seconds', 'When this process began, in seconds since 1970.', [
      [{}, Math.round(Date.now() / 1000 - process.uptime())],
    ]),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
  ]
}

function auditFamily(trouble: string | null): Family {
  return gauge('podium_audit_stream_up', 'Whether the audit trail is delivered to PODIUM_AUDIT_STREAM.', [
    [{}, trouble === null ? 1 : 0],
  ])
}

function up(name: string, help: string, answer: object | undefined): Family {
  return gauge(name, help, [[{}, answer ? 1 : 0]])
}

function gauge(name: string, help: string, values: [Labels, number][]): Family {
  return { name, help, type: 'gauge', samples: values.map(([labels, value]) => ({ labels, value })) }
}
