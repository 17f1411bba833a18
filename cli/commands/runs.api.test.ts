import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

const HERE = { workspace: 'first-ws' }

let fixture: RunFixture
let folder: string
beforeAll(async () => {
  fixture = await createRunFixture()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-cli-'))
  return async () => {
    await fixture.close()
    await rm(folder, { recursive: true })
  }
})

let printed: string[]
let told: string[]
beforeEach(() => {
  printed = []
  told = []
  const { port } = fixture.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => told.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function train(accuracy: number, args: object = {}): Promise<string> {
  const id = await fixture.start({ parameters: { train: { train: { ...args } } } })
  await fixture.loop.tick()
  const key = fixture.key(id)
  fixture.deps.engine.output(key, 'metrics.json', JSON.stringify({ accuracy }))
  fixture.deps.engine.output(key, 'model/weights.json', '[1,2]')
  fixture.deps.engine.output(key, 'report/notes.txt', 'Trained well.')
  fixture.deps.engine.end(key, { outcome: 'succeeded' })
  await fixture.loop.tick()
  return id
}

const json = () => JSON.parse(printed.join('\n'))

test('lists runs by filters, as a table or as JSON', async () => {
  const good = await train(0.95)
  await train(0.5)
  await podium('runs', [], { ...HERE, figure: ['accuracy>0.9'], json: true })
  expect(json().map(({ id }: { id: string }) => id)).toEqual([good])
  printed = []
  await podium('runs', [], { ...HERE, figures: 'accuracy', sort: '-figure:accuracy' })
  expect(printed[0]).toMatch(/^RUN +ID +STATE .*accuracy/)
  expect(printed[1]).toContain(good)
  printed = []
  await podium('runs', [], { ...HERE, state: 'failed' })
  expect(printed).toEqual(['No run matches in first.'])
  await expect(podium('runs', [], { ...HERE, figure: ['accuracy'] })).rejects.toThrow()
  await expect(podium('runs', [], { ...HERE, version: 'x' })).rejects.toThrow(
    "A version is a whole number, not 'x'.",
  )
  await expect(podium('runs', [], { ...HERE, sort: 'accuracy' })).rejects.toThrow(
    "Runs cannot be sorted by 'accuracy'. Write figure:accuracy or parameter:train.epochs, or one of",
  )
})

test('accepts the filters that the help shows', async () => {
  await podium('help', ['runs'])
  const [, state] = /--state (\S+)/.exec(printed.join()) ?? []
  await podium('runs', [], { ...HERE, state, all: true })
  expect(state).toContain(',')
})

test('prints the packages of a run as a requirements file, or as JSON', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  const lines = {
    name: 'lines',
    version: '0.3',
    source: 'git+https://git.example/lines@4b1f',
    asked_by: [],
    size: 1,
  }
  const closed = {
    name: 'closed',
    version: '1.0',
    source: 'https://***@git.example/c.whl',
    asked_by: [],
    size: 1,
  }
  const packages = [closed, lines, { name: 'numpy', version: '2.2.2', source: null, asked_by: [], size: 1 }]
  const list = { tool: 'uv 0.13.9', file: 'requirements.txt', python: '3.12.8', packages }
  await expect(podium('packages', [id], HERE)).rejects.toThrow('This run has no list of packages')
  fixture.deps.engine.installs(fixture.key(id), list)
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  await expect(podium('packages', [id], HERE)).rejects.toThrow('This run has no list of packages')
  const other = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.installs(fixture.key(other), list)
  fixture.deps.engine.start(fixture.key(other))
  fixture.deps.engine.end(fixture.key(other), { outcome: 'succeeded' })
  await fixture.loop.tick()
  const { name } = await fixture.info(other)
  await podium('packages', [name], HERE)
  expect(printed).toEqual([
    `# ${name}: Python 3.12.8, installed by uv 0.13.9 from requirements.txt`,
    '# closed==1.0 came from https://***@git.example/c.whl: its password is not kept',
    'lines @ git+https://git.example/lines@4b1f',
    'numpy==2.2.2',
  ])
  printed = []
  await podium('packages', [other], { ...HERE, json: true })
  const asked = packages.map((one) => ({ ...one, asked_in: ['requirements.txt'] }))
  expect(json()).toMatchObject({ ...list, packages: asked, compared_with: null, differences: [] })
})

test('compares runs by their results and differences', async () => {
  const [one, other] = [await train(0.7, { epochs: 30 }), await train(0.9, { epochs: 60 })]
  const names = [(await fixture.info(one)).name, (await fixture.info(other)).name]
  for (const [id, rate] of [[one, 0.1] as const, [other, 0.01] as const])
    await fixture.deps.database.execute(
      sql`update runs set raw = ${JSON.stringify({ configuration: { 'model.lr': rate, 'model.name': 'gpt' } })} where id = ${id}::uuid`,
    )
  await podium('compare', names, HERE)
  const cells = (line = '') => line.split(/ {2,}/)
  expect(printed.slice(0, -1).map(cells)).toEqual([
    ['RUN', ...names],
    ['STATE', 'succeeded', 'succeeded'],
    ['accuracy', '0.7', '0.9 *'],
    ['epochs', '30', '60'],
    ['configuration: model.lr', '0.1', '0.01'],
  ])
  const { port } = fixture.app.server.address() as AddressInfo
  const { id: workspace } = fixture.people.first
  expect(printed.at(-1)).toBe(
    `http://127.0.0.1:${port}/inferenceModel/compare?ws=${workspace}&runs=${one},${other}`,
  )
  expect(told).toEqual(['3 values are the same in all runs: see --all.'])
  printed = []
  await podium('compare', [one, other], { ...HERE, all: true })
  expect(printed.map(cells)).toContainEqual(['scaling', 'standard', 'standard'])
  printed = []
  await podium('compare', [other, one], { ...HERE, json: true })
  expect(json()).toMatchObject([{ metrics: { accuracy: 0.9 } }, { parameters: { train: { epochs: 30 } } }])
  await expect(podium('compare', [one], HERE)).rejects.toThrow('Name 2 to 20 runs')
  await expect(podium('compare', [one, 'none-1'], HERE)).rejects.toThrow("There is no run 'none-1' in first.")
  const elsewhere = { workspace: fixture.people.second.name }
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.admin)
  await expect(podium('compare', [one, other], elsewhere)).rejects.toThrow(
    `${names.join(', ')}: not in second.`,
  )
  await expect(podium('compare', [one, one], HERE)).rejects.toThrow('Choose 2 to 20 runs to compare, not 1')
})

test('counts more runs than a page, and reads them all with --all', async () => {
  for (let count = 0; count < 22; count += 1) await fixture.start()
  await podium('runs', [], { ...HERE, state: 'queued' })
  expect(printed).toHaveLength(21)
  expect(told).toEqual(['20 of 22 runs. All of them: --all'])
  printed = []
  await podium('runs', [], { ...HERE, state: 'queued', all: true })
  expect(printed).toHaveLength(23)
})

test('stops and retries many runs by a filter, and by their ids', async () => {
  await podium('stop', [], { ...HERE, state: 'queued', yes: true })
  expect(printed).toEqual(['22 runs were asked to stop.'])
  printed = []
  await podium('runs', [], { ...HERE, state: 'stopped', json: true })
  const [one, two] = json().map(({ id }: { id: string }) => id)
  printed = []
  await podium('retry', [one, two, one], { ...HERE, yes: true })
  expect(printed).toEqual(['2 runs were started again.'])
  const { name } = await fixture.info(one)
  await podium('stop', [name], HERE)
  expect(printed.at(-1)).toBe('0 runs were asked to stop.')
  expect(told.at(-1)).toBe(`${name}: This run has already ended.`)
  expect(process.exitCode).toBe(1)
})

test('leaves a run as it is that starts after the runs were counted', async () => {
  await podium('stop', [], { ...HERE, state: 'queued', yes: true })
  await fixture.start()
  printed = []
  const { fetch } = globalThis
  let late = ''
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const response = await fetch(address, init)
    if (!String(address).includes('/streamhistories/count')) return response
    late = await fixture.start()
    await fixture.deps.database.execute(sql`
      update runs set created_at = created_at + interval '1 millisecond' where id = ${late}::uuid`)
    return response
  })
  await podium('stop', [], { ...HERE, state: 'queued', yes: true })
  expect([printed, (await fixture.info(late)).state]).toEqual([['1 run was asked to stop.'], 'queued'])
  vi.mocked(globalThis.fetch).mockRestore()
  await podium('stop', [late], HERE)
})

test('names a single run that is started again, so that its log can be read', async () => {
  await podium('runs', [], { ...HERE, state: 'stopped', json: true })
  const [ended] = json().map(({ name }: { name: string }) => name)
  printed = []
  await podium('retry', [ended], HERE)
  const [, name, id] = /^Started (\S+) \((.+)\)\.$/.exec(printed[0] ?? '') ?? []
  expect(name).not.toBe(ended)
  expect(await fixture.info(id ?? '')).toMatchObject({ name, state: 'queued' })
})

test('stops no ended runs of a filter', async () => {
  await fixture.start()
  await podium('stop', [], { ...HERE, solution: 'penguins', yes: true })
  await fixture.start()
  printed = []
  await podium('stop', [], { ...HERE, solution: 'penguins', yes: true })
  expect([printed, told, process.exitCode]).toEqual([['1 run was asked to stop.'], [], undefined])
})

test('sends nothing to the server without a choice, or with two', async () => {
  await expect(podium('stop', [], HERE)).rejects.toThrow('Name the runs, or filter them')
  await expect(podium('retry', ['a'], { ...HERE, state: 'failed' })).rejects.toThrow('not both')
  await expect(podium('stop', [], { ...HERE, solution: 'no-such', yes: true })).rejects.toThrow(
    'No run matches',
  )
})

test('lists models, and moves an alias from one to another', async () => {
  await podium('models', [], { ...HERE, json: true })
  const [newer, older] = json()
  await podium('alias', [older.name, 'production'], HERE)
  await podium('alias', [newer.id, 'production'], HERE)
  printed = []
  await podium('models', [], { ...HERE, alias: 'production', json: true })
  expect(json().map(({ id }: { id: string }) => id)).toEqual([newer.id])
  await podium('alias', [newer.name, 'production'], { ...HERE, remove: true })
  await expect(podium('alias', [newer.name, 'production'], { ...HERE, remove: true })).rejects.toThrow(
    'has no alias',
  )
  await expect(podium('alias', [newer.name, 'Production!'], HERE)).rejects.toThrow('is not an alias')
  printed = []
  await podium('models', [], HERE)
  expect(printed.join('\n')).toContain(newer.name)
})

test('downloads artifacts, one file, the model and the log, without overwriting files', async () => {
  const id = await train(0.8)
  const into = await mkdtemp(join(folder, 'into-'))
  await podium('download', [id, 'report/notes.txt'], { output: into })
  await podium('download', [id], { output: into })
  await podium('download', [id], { output: into, model: true })
  await podium('download', [id], { output: join(into, 'the.log'), log: true })
  const { name } = await fixture.info(id)
  const own = name.replaceAll(/[^\w.-]/g, '-')
  expect((await readdir(into)).sort()).toEqual(
    [`${own}-model.tar.gz`, `${own}.tar.gz`, 'notes.txt', 'the.log'].sort(),
  )
  expect(await readFile(join(into, 'notes.txt'), 'utf8')).toBe('Trained well.')
  await expect(podium('download', [id, 'report/notes.txt'], { output: into })).rejects.toThrow(
    'already exists',
  )
  await podium('download', [id, 'report/notes.txt'], { output: into, replace: true })
  await expect(podium('download', [id, 'report/none.txt'], { output: into })).rejects.toThrow(
    `${name} has no artifact report/none.txt. It has metrics.json, model/weights.json, report/notes.txt.`,
  )
  await expect(podium('download', [id], { log: true, model: true })).rejects.toThrow('Use only one')
})

test('lists solutions', async () => {
  await podium('solutions', [], HERE)
  expect(printed[1]).toMatch(/^penguins +v3 /)
})

test('uploads a folder below datasets, and says what it replaces', async () => {
  const data = join(folder, 'birds')
  await mkdir(join(data, 'island'), { recursive: true })
  await writeFile(join(data, 'a.csv'), 'a\n')
  await writeFile(join(data, 'island', 'b.csv'), 'b\n')
  await podium('upload', [data], HERE)
  expect(printed).toEqual(['datasets/birds/'])
  expect(told).toEqual(['1/2 datasets/birds/a.csv (0.0 MiB)', '2/2 datasets/birds/island/b.csv (0.0 MiB)'])
  await expect(podium('upload', [data], HERE)).rejects.toThrow(
    'datasets/birds/a.csv already exists. To replace it, use --replace (in Python replace=True, in a call ?replace=1).',
  )
  await podium('upload', [data], { ...HERE, replace: true })
  await podium('upload', [join(data, 'a.csv'), 'datasets/one.csv'], HERE)
  expect(printed.at(-1)).toBe('datasets/one.csv')
  await expect(podium('upload', [join(folder, 'none')], HERE)).rejects.toThrow('There is no file or folder')
})
