import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { followLog, listArtifacts, readLog, searchLog } from '@podium/contract/calls/run-files.ts'
import { deleteVariable, listVariables, putVariable } from '@podium/contract/calls/variables.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { withClient } from '@podium/database/testing/with-client.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { commandLinesWith } from '@podium/engines/testing/command-lines.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { exportAll } from '../../../backup/export.ts'
import { entriesOf } from '../../../backup/testing/repack.ts'
import type { RunLoop } from '../../run-loop/run-loop.ts'
import { addStream, createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'
import { sentEvents } from '../../runs/testing/sent-events.ts'

const CANARY = 'canary 5f1d"7c/e9+b2?Ää'
const FORMS = [
  CANARY,
  JSON.stringify(CANARY).slice(1, -1),
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
]

/** Prints the secret in every form that a log may hold, and waits until it is told to go on. */
const SCRIPT = `
secret="$PODIUM_SECRETS_DIR/CANARY"
echo "begin GREETING=$GREETING OWN=$OWN $(ls -l "$secret" | cut -c1-10)"
cat "$secret"; echo
head -c 9 "$secret"; tail -c +10 "$secret"; echo
base64 -w0 "$secret"; echo
printf 'user:%s' "$(cat "$secret")" | base64 -w0; echo
printf 'first\\r%s\\rlast\\n' "$CANARY"
env | grep -c '^CANARY=canary'
cp "$secret" "$PODIUM_LOG_DIR/pipeline.log"
in_json=$(sed 's/"/\\\\"/' "$secret")
in_codes=$(printf %s "$in_json" | sed 's/^c/\\\\u0063/')
printf '{"of %s": 1, "code of %s": 3}' "$in_json" "$in_codes" > "$PODIUM_OUTPUT_DIR/metrics.json"
printf '{"loss of %s": 2}\\n' "$in_json" > "$PODIUM_OUTPUT_DIR/metrics.jsonl"
touch "$PODIUM_OUTPUT_DIR/of $(head -c 12 "$secret")" "$PODIUM_OUTPUT_DIR/plain"
printf '{"message":"with %s"}\\n' "$in_json" >> "$PODIUM_PROGRESS_FILE"
echo "printed"
until [ -e go-on ]; do sleep 0.05; done
rm -f go-on
echo "no such user: $CANARY" >&2
exit 3
`

let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop

beforeAll(async () => {
  home = await openLocalHome()
  const { pipeline, ...rest } = metadataForTests()
  const metadata = {
    ...rest,
    pipeline: [{ ...pipeline[0], command: ['sh', '-c', SCRIPT], source_uri: null }],
  }
  fixture = await createRunFixture({ engine: home.engine, metadata })
  loop = fixture.newLoop()
  loop.start()
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

const put = (name: string, body: object) =>
  fixture.as('member').call(putVariable, { params: { id: fixture.people.first.id, name }, body })

function expectNone(found: string | Buffer): void {
  for (const form of FORMS) expect(found.includes(form)).toBe(false)
}

/** Reads every byte that the database has on disk. */
async function databaseFiles(): Promise<Buffer[]> {
  const { admin } = inject('testPostgres')
  const { rows } = await fixture.deps.database.execute<{ name: string }>(
    sql`select current_database() as name`,
  )
  const folders = await withClient(inDatabase(admin, rows[0]?.name ?? ''), async (client) => {
    await client.query('checkpoint')
    const found = await client.query<{ root: string; oid: number }>(
      "select current_setting('data_directory') as root, oid from pg_database where datname = current_database()",
    )
    const { root = '', oid = 0 } = found.rows[0] ?? {}
    return [join(root, 'base', String(oid)), join(root, 'pg_wal')]
  })
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  )
  return Promise.all(names.flat().map((file) => readFile(file).catch(() => Buffer.alloc(0))))
}

test('a secret reaches its run and nothing else', async () => {
  const member = fixture.as('member')
  await put('CANARY', { value: CANARY, secret: true, in_environment: true })
  await put('GREETING', { value: 'hello' })
  await put('OF_OTHERS', { value: CANARY, secret: true, solutions: [fixture.ids.solution] })
  await put('OF_OTHERS', {
    solutions: [(await addStream(fixture, fixture.people.first.id, metadataForTests(), 'other')).solution],
  })
  const id = await fixture.start({ variables: { OWN: 'mine', GREETING: 'hi' } })
  const reader = sentEvents(fixture, followLog, { params: { id }, query: { log_type: 'process' } })
  const live = await reader.until((events) => JSON.stringify(events).includes('printed'))
  const sent = live.map(({ data }) => (data as { text?: string }).text ?? '').join('')
  expect(sent).toMatch(
    /^begin GREETING=hi OWN=mine -r--------\n\*+\n\*+\n\*{10,}.{0,4}\n.{4,8}\*{10,}.{0,6}\nfirst\r\*+\rlast\n1\nprinted\n$/,
  )
  expectNone(sent)
  expectNone((await commandLinesWith('')).join('\n'))
  const folder = join(home.home, 'runs', fixture.people.first.id, id, '1')
  expect(await readdir(join(folder, 'secrets'))).toEqual(['CANARY'])
  expectNone(await readFile(join(folder, 'spec.json')))
  // the secrets change while the run goes on: the ones it was given are still masked
  await put('CANARY', { value: 'quite another value' })
  await member.call(deleteVariable, { params: { id: fixture.people.first.id, name: 'OF_OTHERS' } })
  await writeFile(join(folder, 'cwd', 'go-on'), '')
  await reader.ended
  const info = await fixture.info(id)
  expect(info).toMatchObject({
    state: 'failed',
    exit_code: 3,
    stored: true,
    variables: { OWN: 'mine', GREETING: 'hi' },
    given_variables: [
      { name: 'CANARY', secret: true, revision: 1 },
      { name: 'GREETING', secret: false, revision: 1 },
    ],
  })
  const mask = '*'.repeat(Buffer.byteLength(CANARY))
  expect(info.detail).toBe(
    `Exit code 3; last line: no such user: ${mask}. A file was left out: its name contains a secret.`,
  )
  expect(info.metrics).toEqual({ [`of ${mask}*`]: 1, [`code of ${mask}`]: 3, [`loss of ${mask}*`]: 2 })
  expect(info.progress?.message).toBe(`with ${mask}`)
  const process = (await member.ask(readLog, { params: { id }, query: { log_type: 'process' } })).body
  expect(process.startsWith(sent)).toBe(true)
  const pipeline = (await member.ask(readLog, { params: { id }, query: { log_type: 'pipeline' } })).body
  expect(pipeline).toBe('*'.repeat(Buffer.byteLength(CANARY)))
  const searched = await member.ask(searchLog, {
    params: { id },
    query: { log_type: 'process', q: 'canary' },
  })
  const artifacts = await member.ask(listArtifacts, { params: { id } })
  const audit = await fixture.as('admin').ask(listAudit)
  const listed = await member.ask(listVariables, { params: { id: fixture.people.first.id } })
  for (const { body } of [searched, artifacts, audit, listed]) expectNone(body)
  expectNone(JSON.stringify(info))
  for (const object of await objectsOf(id)) expectNone(object)
  for (const file of await databaseFiles()) expectNone(file)
  // they are deleted once the engine has forgotten the run, a moment after its end
  await waitFor(async () => expect(await fixture.deps.database.$count(runSecrets)).toBe(0))
  const file = join(home.home, 'export.tar.gz')
  const { rows } = await fixture.deps.database.execute<{ name: string }>(
    sql`select current_database() as name`,
  )
  const owner = inDatabase(inject('testPostgres').owner, rows[0]?.name ?? '')
  await exportAll({ owner, objects: fixture.deps.objects, file })
  for (const { content } of await entriesOf(file)) expectNone(content)
})

async function objectsOf(id: string): Promise<string[]> {
  const { objects } = fixture.deps
  const bucket = fixture.people.first.s3_bucket_name
  const found: string[] = []
  for await (const { path } of objects.list(bucket, '')) {
    const opened = await objects.open(bucket, path)
    if (opened && path.includes(id)) found.push(path, await text(opened.stream))
  }
  return found
}
