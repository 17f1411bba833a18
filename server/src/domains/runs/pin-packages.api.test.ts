import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { type InstalledPackage, pinPackages } from '@podium/contract/calls/run-packages.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import { desc, eq } from 'drizzle-orm'
import { extract } from 'tar-stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { packed, type TestEntry } from '../solutions/testing/archive.ts'
import { addStream, createRunFixture } from './testing/run-fixture.ts'

const SOURCE = 's3://first-bucket/sources/penguins.tar.gz'
const metadata = metadataForTests()
const pipeline = (metadata.pipeline as object[]).map((one) => ({ ...one, source_uri: SOURCE }))
const podium = await createRunFixture({ metadata: { ...metadata, name: 'penguins', pipeline } })
afterAll(() => podium.close())
beforeEach(() => podium.startOver())

const one = (name: string, version: string, source: string | null = null): InstalledPackage => {
  return { name, version, source, asked_by: [], size: 1 }
}

/** Creates a run of that source with these packages. */
const runWith = (packages: InstalledPackage[] | null, ...entries: TestEntry[]) =>
  runOf(podium.ids.stream, 'sources/penguins.tar.gz', packages, entries)

async function runOf(
  stream: string,
  path: string,
  packages: InstalledPackage[] | null,
  entries: TestEntry[],
): Promise<string> {
  const { engine, objects } = podium.deps
  await objects.put('first-bucket', path, Readable.from([await packed(...entries)]), { replace: true })
  const id = await podium.startAs('member', stream)
  await podium.loop.tick()
  if (packages)
    engine.installs(podium.key(id), {
      tool: 'pip 25.3',
      file: 'requirements.txt',
      python: '3.12.8',
      packages,
    })
  engine.start(podium.key(id))
  await podium.loop.tick()
  return id
}

const pin = (id: string) => podium.as('member').ask(pinPackages, { params: { id } })

/** The files of an archive by name, each with its content and if it is executable. */
async function filesAt(path: string): Promise<Record<string, [string, boolean]>> {
  const opened = await podium.deps.objects.open('first-bucket', path)
  const files: Record<string, [string, boolean]> = {}
  const archive = extract()
  archive.end(gunzipSync(await buffer(opened?.stream ?? Readable.from([]))))
  for await (const entry of archive)
    files[entry.header.name] = [(await buffer(entry)).toString(), ((entry.header.mode ?? 0) & 0o100) !== 0]
  return files
}

async function uploadsLeft(): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list('first-bucket', 'uploads/')) paths.push(path)
  return paths
}

test('registers the next version with exactly the packages of the run, and keeps the rest of the source', async () => {
  const id = await runWith(
    [one('lines', '0.3', 'git+https://git.example/lines@4b1f'), one('numpy', '2.2.2')],
    ['./train.py', 'print(1)\n'],
    ['tools/run.sh', 'echo\n', { mode: 0o755 }],
    ['requirements.txt', '--index-url \\\n  https://index.example/simple\n-r base.pip\nnumpy>=2\n'],
    ['base.pip', 'six\n'],
    ['nested/requirements.txt', 'tqdm\n'],
  )
  const answer = await pin(id)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ name: 'penguins', versions: [{ version_num: 4 }] })
  const version = await podium.as('member').call(readVersion, { params: { id: podium.ids.solution, n: 4 } })
  const path = 'ai-solutions/penguins/v4/train/source/source.tar.gz'
  const { pipeline } = version.metadata_json as { pipeline: { source_uri: string }[] }
  expect(pipeline.map(({ source_uri }) => source_uri)).toEqual(
    pipeline.map(() => `s3://first-bucket/${path}`),
  )
  expect(await filesAt(path)).toEqual({
    'train.py': ['print(1)\n', false],
    'tools/run.sh': ['echo\n', true],
    'base.pip': ['six\n', false],
    'nested/requirements.txt': ['tqdm\n', false],
    'requirements.txt': [
      '--index-url https://index.example/simple\nlines @ git+https://git.example/lines@4b1f\nnumpy==2.2.2\n',
      false,
    ],
  })
  const [event] = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'version.register'))
    .orderBy(desc(auditEvents.id))
  expect(event).toMatchObject({ object_name: 'penguins v4' })
  expect(await uploadsLeft()).toEqual([])
})

test('puts a requirements.txt first for a source that names its packages elsewhere', async () => {
  const id = await runWith([one('numpy', '2.2.2')], ['pyproject.toml', '[project]\n'], ['train.py', ''])
  expect((await pin(id)).statusCode).toBe(200)
  expect(Object.keys(await filesAt('ai-solutions/penguins/v4/train/source/source.tar.gz'))).toEqual([
    'pyproject.toml',
    'train.py',
    'requirements.txt',
  ])
})

test('the pinned list takes precedence over a lock, and the project of the source is still installed', async () => {
  const project =
    '[project]\nname = "line"\nversion = "1"\ndependencies = ["numpy"]\n[build-system]\nrequires = []\n'
  const id = await runWith(
    [one('numpy', '2.2.2'), one('line', '1', './')],
    ['pyproject.toml', project],
    ['uv.lock', 'version = 1\n'],
  )
  expect((await pin(id)).statusCode).toBe(200)
  const version = await podium.as('member').call(readVersion, { params: { id: podium.ids.solution, n: 4 } })
  expect(version.metadata_json).toMatchObject({
    python: { requirements: ['requirements.txt'], project: '.' },
  })
  const files = await filesAt('ai-solutions/penguins/v4/train/source/source.tar.gz')
  expect(files['requirements.txt']).toEqual(['numpy==2.2.2\n', false])
})

test('refuses runs that cannot be pinned with a sentence, and leaves no files behind', async () => {
  const refusal = async (id: string) => {
    const answer = await pin(id)
    return `${answer.statusCode} ${answer.json().detail}`
  }
  const file: TestEntry = ['requirements.txt', 'numpy\n']
  expect(await refusal(await runWith(null, file))).toContain('409 This run has no list of packages')
  expect(await refusal(await runWith([one('shut', '1.0', 'https://***@a.example/s.whl')], file))).toContain(
    '422 shut came from an address with a password',
  )
  const project = '[project]\nname = "a"\n[[tool.uv.index]]\nurl = "https://index.example/simple"\n'
  expect(
    await refusal(await runWith([one('numpy', '2.2.2')], ['pyproject.toml', project], ['uv.lock', ''])),
  ).toContain('422 Settings of uv say where packages come from')
  const link: TestEntry = ['data', '', { type: 'symlink', linkname: '/etc' }]
  expect(await refusal(await runWith([one('numpy', '2.2.2')], file, link))).toContain('is a link')
  const placed: TestEntry = ['data/train/birds.csv', 'a,b\n']
  expect(await refusal(await runWith([one('numpy', '2.2.2')], file, placed))).toContain(
    'The source holds data/train/birds.csv',
  )
  const id = await runWith([one('numpy', '2.2.2')], file)
  await podium.deps.objects.remove('first-bucket', 'sources/penguins.tar.gz')
  expect(await refusal(id)).toContain('There is nothing at')
  expect(await uploadsLeft()).toEqual([])
  expect(await podium.deps.database.select().from(solutionVersions)).toHaveLength(1)
})

test('keeps the sample data of a version that was registered from an archive', async () => {
  const of = (version: number, path: string) => `ai-solutions/beside/v${version}/train/${path}`
  const train = { type: 'train', command: ['true'] }
  const addresses = {
    source_uri: `s3://first-bucket/${of(3, 'source/source.tar.gz')}`,
    dataset_uri: [`s3://first-bucket/${of(3, 'data/')}`],
  }
  const beside = { ...metadata, name: 'beside', pipeline: [{ ...train, ...addresses }] }
  const { stream } = await addStream(podium, podium.people.first.id, beside, 'beside')
  const id = await runOf(
    stream,
    of(3, 'source/source.tar.gz'),
    [one('numpy', '2.2.2')],
    [
      ['train.py', ''],
      ['data/train/birds.csv', 'a,b\n'],
      ['data/inference/new.csv', 'a\n'],
    ],
  )
  expect((await pin(id)).json()).toMatchObject({ versions: [{ version_num: 4 }] })
  expect(Object.keys(await filesAt(of(4, 'source/source.tar.gz'))).sort()).toEqual([
    'data/inference/new.csv',
    'data/train/birds.csv',
    'requirements.txt',
    'train.py',
  ])
  expect(await podium.deps.objects.stat('first-bucket', of(4, 'data/birds.csv'))).toMatchObject({ size: 4 })
})
