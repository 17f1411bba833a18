import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { median } from '../rounds.ts'
import { withDatabase } from '../run-list/database.ts'
import { serveInProcess } from '../run-list/server-process.ts'
import { inTemporaryHome } from '../temporary-home.ts'
import { atMost, type Verdict } from '../verdict.ts'
import { type Million, seedMillion } from './seed.ts'

const LARGE = Number(process.env.PODIUM_BENCH_RUNS ?? 1_000_000)
const SMALL = 1_000
const ROUNDS = 5
const CALLS = 20
const MAX_RATIO = 1.5
const MAX_MS = 100
/** The limits of pages that people open first and most often. */
const MAX_MS_OF: Record<string, number> = { overview: 50 }

/** The calls by name. Each address gets the workspace. */
const CALLED: Record<string, string> = {
  list: '/streamhistories?',
  'filter: failed': '/streamhistories?state=failed',
  'filter: failed or stopped': '/streamhistories?state=failed,stopped',
  'filter: queued': '/streamhistories?state=queued',
  'filter: pipeline': '/streamhistories?pipeline=inference',
  'filter: person': '/streamhistories?person=member',
  'filter: mine': '/streamhistories?person=me',
  'filter: tier': '/streamhistories?tier=high',
  'filter: solution': '/streamhistories?solution=pump-3',
  'filter: version': '/streamhistories?solution=pump-3&version=1',
  'filter: stream': '/streamhistories?stream=line-7',
  'filter: time': '/streamhistories?from=FROM',
  'filter: tag': '/streamhistories?tag=night',
  'filter: star': '/streamhistories?star=true',
  'filter: failure': '/streamhistories?failure=way-10',
  'filter: figure, one in ten': '/streamhistories?figure=accuracy>0.9',
  // One row per page, because the small workspace has no more.
  'filter: figure, one in a thousand': '/streamhistories?figure=accuracy>0.999&page_size=1',
  'filter: parameter': '/streamhistories?parameter=train.epochs=300',
  'filter: parameter, a word': '/streamhistories?parameter=train.kind=adam',
  'sort: name': '/streamhistories?sort=name',
  'sort: state': '/streamhistories?sort=state',
  'sort: -state': '/streamhistories?sort=-state',
  'sort: created_at': '/streamhistories?sort=created_at',
  'sort: started_at': '/streamhistories?sort=started_at',
  'sort: -started_at': '/streamhistories?sort=-started_at',
  'sort: -ended_at': '/streamhistories?sort=-ended_at',
  'sort: duration': '/streamhistories?sort=duration',
  'sort: -duration': '/streamhistories?sort=-duration',
  'sort: -figure': '/streamhistories?sort=-figure:accuracy',
  'sort: parameter': '/streamhistories?sort=parameter:train.epochs',
  'sort: figure, of the failed': '/streamhistories?sort=-figure:accuracy&state=failed',
  'with figures and parameters': '/streamhistories?figures=accuracy,loss&parameters=train.epochs,train.kind',
  'search: a name': '/streamhistories?q=line-7-77',
  'search: no name': '/streamhistories?q=nothing-like-it',
  'command menu: a name': '/search?q=line-7-77',
  'command menu: what many are called': '/search?q=line',
  'command menu: two letters': '/search?q=ne',
  'command menu: a version that no model has': '/search?q=line-7%20v%209',
  'command menu: nothing': '/search?q=nothing-like-it',
  'the names': '/streamhistories/names?',
  'grouped view': '/streams/by-instance?',
  'grouped view, with a failed run': '/streams/by-instance?state=failed',
  'grouped view, filtered': '/streamhistories/streams?figure=accuracy>0.9',
  streams: '/streams?',
  instances: '/instances?',
  overview: '/overview?days=30',
  recent: '/streamhistories/overview/recent?',
  summary: '/solutions/overview/summary?',
  solutions: '/solutions/workspace?',
  'solutions, search': '/solutions/workspace?q=pump-3',
  use: '/workspaces/WORKSPACE/usage?',
  'use of the members': '/workspaces/WORKSPACE/members/overview/summary?',
}

/**
 * Many runs match each part of these, and few the whole. The work grows with the parts, so only the time is limited.
 */
const COMBINED: Record<string, string> = {
  'two tags that no run has both': '/streamhistories?tag=night&tag=best',
  'state and figure': '/streamhistories?state=failed&figure=accuracy>0.9',
  'state, person and solution': '/streamhistories?state=failed&person=member&solution=pump-3',
  'grouped view, figure of one in a thousand': '/streamhistories/streams?figure=accuracy>0.999',
}

/** Measures a workspace with a million runs beside one with a thousand on the same server, in turn. */
export function measureMillion(): Promise<Verdict[]> {
  return inTemporaryHome((home) => withDatabase(home, measureOn))
}

async function measureOn(
  connection: ConnectionSettings,
  analyze: () => Promise<void>,
  owner: ConnectionSettings,
): Promise<Verdict[]> {
  const began = performance.now()
  const seeded = await seedMillion(connection, owner, { large: LARGE, small: SMALL })
  await analyze()
  console.log(`${LARGE} runs were made in ${Math.round((performance.now() - began) / 1000)} s.`)
  const server = await serveInProcess('podium', connection, seeded.large)
  try {
    const rows: Record<string, Compared> = {}
    for (const [name, path] of Object.entries({ ...CALLED, ...COMBINED }))
      rows[name] = await compare(server.address, seeded, path)
    console.table(rows)
    return Object.entries(rows).flatMap(([name, { large, ratio }]) => [
      ...(name in COMBINED ? [] : [atMost(`${name}, of that of ${SMALL} runs`, ratio, MAX_RATIO, '×')]),
      atMost(name, large, MAX_MS_OF[name] ?? MAX_MS, 'ms'),
    ])
  } finally {
    await server.stop()
  }
}

/** The 95th percentile of 100 calls, in milliseconds. */
interface Compared {
  small: number
  large: number
  ratio: number
}

async function compare(address: string, { token, large, small }: Million, path: string): Promise<Compared> {
  const urls = [small, large].map((workspace) => urlOf(address, path, workspace))
  const rounds: number[][] = [[], []]
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times: number[][] = [[], []]
    for (let call = 0; call < CALLS; call += 1)
      for (const [at, url] of urls.entries()) times[at]?.push(await timeOf(url, token))
    if (round > 0) for (const [at, each] of times.entries()) rounds[at]?.push(p95(each))
  }
  const [few = [], many = []] = rounds
  const ratio = median(many.map((figure, round) => figure / (few[round] ?? Number.NaN)))
  return { small: rounded(median(few)), large: rounded(median(many)), ratio: rounded(ratio) }
}

function urlOf(address: string, path: string, workspace: string): string {
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const whole = path.replace('FROM', month).replace('WORKSPACE', workspace).replaceAll('>', '%3E')
  return `${address}/api/v1${whole}&workspace_id=${workspace}`
}

async function timeOf(url: string, token: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers: { cookie: `access-token=${token}` } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return performance.now() - began
}

function p95(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
}

function rounded(figure: number): number {
  return Math.round(figure * 100) / 100
}
