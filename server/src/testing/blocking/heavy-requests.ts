import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { Database } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { sql } from 'drizzle-orm'
import { attemptPrefix } from '../../domains/solutions/object-paths.ts'
import { packed, type TestEntry } from '../../domains/solutions/testing/archive.ts'
import { createPeople } from '../test-people.ts'
import { measureBesideLooks } from './crowd.ts'
import { startWatched } from './start-watched.ts'

const KIB = 1024
const LARGE = 4 * KIB * KIB

export interface Blocking {
  what: string
  status: number
  /** the longest turn of the event loop during the call */
  ms: number
}

export interface Measured {
  calls: Blocking[]
  /** p99 of another person's call beside twenty previews of hostile files, in milliseconds */
  besideLooks: number
}

/** Makes the heaviest calls to a server in a separate process, on this empty database. */
export async function measureBlocking(database: Database, connection: ConnectionSettings): Promise<Measured> {
  const { first, tokens, ids } = await createPeople(database)
  const workspace = `workspace_id=${first.id}`
  await addRows(database, first.id, ids.member)
  const accounts = await namesOf(database)
  const run = await readStoredRun(database)
  const files = largeFiles()
  const bucket = first.s3_bucket_name
  const objects = files.map(([name, text]) => [bucket, `${run.prefix}artifacts/${name}`, text] as const)
  const log = [bucket, `${run.prefix}process.log`, filled('a.py:1: UserWarning: ')] as const
  const server = await startWatched({ connection, objects: [...objects, log] })
  const found: Blocking[] = []

  async function call(what: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const isReady = body === undefined || typeof body === 'string' || body instanceof Buffer
    const sent = isReady ? body : JSON.stringify(body)
    const token = /settings\/accounts|audit/.test(path) ? tokens.admin : tokens.developer
    await server.eventLoopDelay()
    const response = await fetch(`${server.address}/api/v1${path}`, {
      method,
      headers: { cookie: `access-token=${token}` },
      ...(sent !== undefined && { body: sent }),
    })
    const answer = await response.text()
    found.push({ what, status: response.status, ms: await server.eventLoopDelay() })
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(answer) : answer
  }

  async function read(path: string, token = ''): Promise<void> {
    const headers = { cookie: `access-token=${token}` }
    const response = await fetch(`${server.address}/api/v1${path}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  }

  try {
    await call('the OpenAPI document, asked first', 'GET', '/openapi.json')
    await call('the OpenAPI document, asked again', 'GET', '/openapi.json')
    for (const [kind, metadata_json] of largeMetadata()) {
      const made = (await call(`registering ${kind}`, 'POST', `/solutions?${workspace}`, {
        metadata_json,
      })) as { id?: string }
      if (made.id) await call(`reading ${kind}`, 'GET', `/solutions/${made.id}/versions/1`)
    }
    for (const [kind, body] of hostileBodies()) await call(kind, 'POST', `/solutions?${workspace}`, body)
    for (const page of ['solutions/workspace', 'instances', 'streamhistories', 'streams'])
      for (const again of ['first', 'again'])
        await call(`1,000 rows of ${page}, ${again}`, 'GET', `/${page}?${workspace}&page_size=1000`)
    const upload = archiveUpload('0'.repeat(32))
    await call(
      'uploading an archive of 9,000 files',
      'PUT',
      `/workspaces/${first.id}/objects/${upload}`,
      await largeArchive(),
    )
    await call('checking the archive', 'POST', `/solutions/archive/check?${workspace}`, { path: upload })
    await call('registering the archive', 'POST', `/solutions/archive?${workspace}`, { path: upload })
    for (const [name] of files)
      await call(
        `looking at ${name}`,
        'GET',
        `/streamhistories/${run.id}/previewed-artifacts/${name}?${workspace}`,
      )
    const besideLooks = await measureBesideLooks(
      files.map(
        ([name]) =>
          () =>
            read(`/streamhistories/${run.id}/previewed-artifacts/${name}?${workspace}`, tokens.developer),
      ),
      () => read(`/streams?${workspace}&page_size=10`, tokens.member),
    )
    for (const wanted of ['q=nothing', 'level=error'])
      await call(
        `searching a log for ${wanted}`,
        'GET',
        `/streamhistories/${run.id}/log/search?log_type=process&${wanted}&${workspace}`,
      )
    await call('the list of accounts', 'GET', '/settings/accounts?page_size=1000')
    await call('the accounts as CSV', 'GET', '/settings/accounts.csv')
    await call('the audit as CSV', 'GET', '/audit.csv')
    await call('unlocking 1,000 accounts', 'PATCH', '/settings/accounts/unblock', { ids: accounts })
    await call('deleting 1,000 accounts', 'PATCH', '/settings/accounts/delete', { ids: accounts })
    return { calls: found, besideLooks }
  } finally {
    await server.stop()
  }
}

/** Documents of nearly 256 KiB, each with a different structure. */
function largeMetadata(): [string, Record<string, unknown>][] {
  const named = (name: string) => ({ ...metadataForTests(), name })
  const items = (count: number) => Array.from({ length: count }, (_, at) => at % 10)
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) })
  return [
    ['256 KiB of text', { ...named('text'), own: 'x'.repeat(250 * KIB) }],
    ['256 KiB of list items', { ...named('items'), own: items(120_000) }],
    [
      '5,000 names',
      {
        ...named('names'),
        own: Object.fromEntries(items(4_500).map((_, at) => [`name-${at}`, 'x'.repeat(30)])),
      },
    ],
    ['metadata nested deeply', { ...named('nested'), own: nested(18) }],
  ]
}

function hostileBodies(): [string, string][] {
  const fill = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count)
  return [
    ['1 MiB of brackets', `{"metadata_json":${fill('[', ']', 500_000)}}`],
    ['1 MiB of objects in each other', `{"metadata_json":${fill('{"a":', '}', 170_000).replace('}', '1}')}}`],
    ['1 MiB of small items', `{"metadata_json":[${'0,'.repeat(500_000)}0]}`],
    ['1 MiB of empty objects', `{"metadata_json":[${'{},'.repeat(330_000)}{}]}`],
    [
      '1 MiB of names',
      JSON.stringify({ metadata_json: Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, 1])) }),
    ],
    ['1 MiB of escaped text', `{"metadata_json":{"name":"${'\\u0000'.repeat(170_000)}"}}`],
    ['1 MiB that breaks off', `{"metadata_json":[${'{"a":"b"},'.repeat(100_000)}`],
    ['1 MiB of other fields', `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['19,000 unknown fields', `{${Array.from({ length: 19_000 }, (_, n) => `"${n}":1`).join()}}`],
  ]
}

/** Almost as many files as an archive may have, each of a different size. */
function largeArchive(): Promise<Buffer> {
  const files = Array.from({ length: 9_000 }, (_, at): TestEntry => [`data/${at}.csv`, 'x'.repeat(at % 500)])
  return packed(['metadata.json', JSON.stringify({ ...metadataForTests(), name: 'archive' })], ...files)
}

async function addRows(database: Database, workspace: string, by: string): Promise<void> {
  const metadata = { ...metadataForTests(), own: 'x'.repeat(8 * KIB) }
  await database.execute(sql`
    with numbers as (select n from generate_series(1, 1000) as n),
    s as (insert into solutions (workspace_id, seq, name, last_version, created_by)
      select ${workspace}, n, 'solution-' || n, 1, ${by} from numbers returning id, name),
    v as (insert into solution_versions (workspace_id, solution_id, version_num, metadata_json, pipelines, created_by)
      select ${workspace}, id, 1, ${metadata}::jsonb, '{train,inference}', ${by} from s returning id, solution_id),
    i as (insert into instances (workspace_id, solution_id, solution_version_id, name, created_by)
      select ${workspace}, solution_id, v.id, s.name, ${by} from v join s on s.id = v.solution_id
      returning id, solution_id, solution_version_id, name),
    t as (insert into streams (workspace_id, instance_id, name, created_by)
      select ${workspace}, id, name, ${by} from i returning id, instance_id)
    insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline,
      state, tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json, created_by)
    select ${workspace}, i.solution_id, i.solution_version_id, i.id, t.id, 1, i.name || '-1', 'train',
      'failed', 'standard', 1, 1024, '{}', '[]', ${metadata}::jsonb, ${by} from t join i on i.id = t.instance_id`)
  await database.execute(sql`update workspaces set last_solution_seq = 1000 where id = ${workspace}`)
  await database.execute(sql`
    insert into accounts (login_type, username, display_name, role)
    select 'static', 'person-' || n, 'Person', 'DEVELOPER' from generate_series(1, 1000) as n`)
}

/** One of the runs, as if its files were in the store. */
async function readStoredRun(database: Database): Promise<{ id: string; prefix: string }> {
  const { rows } = await database.execute<{ id: string; stream_id: string; attempt: number }>(
    sql`update runs set stored = true where name = 'solution-1-1' returning id, stream_id, attempt`,
  )
  const [run] = rows
  if (!run) throw new Error('there is no run')
  return { id: run.id, prefix: attemptPrefix(run) }
}

const filled = (part: string) => part.repeat(Math.ceil(LARGE / part.length)).slice(0, LARGE)

/** Files of 4 MiB, each with a different structure. */
function largeFiles(): [name: string, text: string][] {
  const row = (columns: number) => `${Array.from({ length: columns }, (_, at) => `0.${at}`).join(',')}\n`
  return [
    ['commas.csv', filled(',')],
    ['quotes.csv', filled('"')],
    ['lines.csv', filled('\n')],
    ['umlauts.csv', filled('é,').slice(0, LARGE / 2)],
    ['quoted.csv', filled('a,"b""c",')],
    ['control-characters.csv', filled(`${'\u0001'.repeat(20_000)}\n`)],
    ['400-columns.csv', filled(row(400))],
    ['20000-columns.csv', filled(row(20_000))],
    ['report.md', filled('[é](')],
    ['study.ipynb', filled('[{"a":')],
    ['page.html', filled('<script><!--')],
    ['notes.txt', filled('é')],
  ]
}

async function namesOf(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from accounts where username like 'person-%'`,
  )
  return rows.map(({ id }) => id)
}
