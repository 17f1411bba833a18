import { Readable } from 'node:stream'
import { editInstance } from '@podium/contract/calls/instances.ts'
import { retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => setModes({}))

async function setModes(modes: object): Promise<void> {
  await fixture.as('member').call(editInstance, { params: { id: fixture.ids.instance }, body: { modes } })
}

const ask = (body: object = {}) =>
  fixture.as('member').ask(startRun, { params: { id: fixture.ids.stream }, body })

async function submitted(id: string) {
  await fixture.loop.tick()
  const spec = fixture.deps.engine.submitted.find(({ run }) => run === id)
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  if (!spec) throw new Error('the run of the test was not submitted')
  return spec
}

test('refuses to start a pipeline that is off, and says how to turn it on', async () => {
  await setModes({ train: { on: false } })
  const sentence =
    'The train pipeline is turned off on the instance penguins-v3. Turn it on there to start it.'
  for (const body of [{}, { pipeline: 'train' }]) {
    const refused = await ask(body)
    expect([refused.statusCode, refused.json().detail]).toEqual([422, sentence])
  }
  await setModes({ inference: { on: false } })
  expect((await ask({ pipeline: 'inference' })).json().detail).toBe(sentence.replace('train', 'inference'))
  expect((await ask()).statusCode).toBe(200)
})

test('a run without a pipeline gets that of the instance', async () => {
  await setModes({ pipeline: 'train', train: { on: true, parameters: { train: { epochs: 7 } } } })
  expect((await ask()).json().pipeline).toBe('train')
  await setModes({ pipeline: 'inference' })
  const inference = await ask()
  expect([inference.statusCode, inference.json().detail]).toEqual([
    422,
    'penguins has no model yet. Train it first.',
  ])
  expect((await ask({ pipeline: 'train' })).json().pipeline).toBe('train')
})

test('a retry is refused while its pipeline is off, otherwise it gets the parameters of the run', async () => {
  const first = await fixture.start({ parameters: { train: { train: { epochs: 3 } } } })
  await submitted(first)
  const retry = () => fixture.as('member').ask(retryRun, { params: { id: first } })
  await setModes({ train: { on: false } })
  expect((await retry()).statusCode).toBe(422)
  await setModes({ train: { on: true, parameters: { train: { epochs: 9 } } } })
  expect((await retry()).json()).toMatchObject({ parameters: { train: { epochs: 3 } } })
})

test("the instance's values apply unless the run or the stream sets another", async () => {
  await setModes({ train: { on: true, parameters: { train: { epochs: 7, rate: 0.7 } } } })
  const id = await fixture.start({ parameters: { train: { train: { rate: 0.2 } } } })
  expect((await submitted(id)).parameters).toEqual({ train: { epochs: 7, rate: 0.2, scaling: 'standard' } })
})

test('a run gets dev mode from the instance, and a retry its setting by then', async () => {
  expect((await submitted(await fixture.start())).dev).toBe(false)
  await setModes({ dev: true })
  const first = await fixture.start()
  expect((await submitted(first)).dev).toBe(true)
  await setModes({})
  const again = await fixture.as('member').call(retryRun, { params: { id: first } })
  expect((await submitted(again.id)).dev).toBe(false)
})

const putObject = (path: string) => fixture.deps.objects.put('first-bucket', path, Readable.from(['1']))

test("the Data Wrangler's code and data replace the version's once they exist", async () => {
  const data_wrangler = { code_uri: 'uploads/other.tar.gz', dataset_uri: 'datasets/other/' }
  await setModes({ data_wrangler })
  const refused = await ask()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    'The Data Wrangler of the instance penguins-v3: The code of the pipeline cannot be read: There is nothing at uploads/other.tar.gz: upload the archive there, or register a version with its source.',
  ])
  await putObject(data_wrangler.code_uri)
  expect((await ask()).json().detail).toBe(
    'There is nothing at datasets/other/: upload the data there, or choose another address.',
  )
  await putObject('datasets/other/a.csv')
  const id = await fixture.start()
  await setModes({})
  const { metadata, source, data } = await submitted(id)
  expect(source).toEqual({ bucket: 'first-bucket', path: data_wrangler.code_uri, archive: true })
  expect(data).toEqual([{ bucket: 'first-bucket', path: 'datasets/other/', archive: false }])
  expect(metadata).toMatchObject({
    wrangler_code_uri: data_wrangler.code_uri,
    wrangler_dataset_uri: data_wrangler.dataset_uri,
  })
  const info = await fixture.info(id)
  expect(info.dataset_uri).toEqual(['datasets/other/'])
  expect(info.metadata_json).toEqual(metadata)
})

test('a retry uses the code and data of the earlier run, whatever the Data Wrangler names by then', async () => {
  await putObject('uploads/first.tar.gz')
  await putObject('datasets/first/a.csv')
  await setModes({ data_wrangler: { code_uri: 'uploads/first.tar.gz', dataset_uri: 'datasets/first/' } })
  const first = await fixture.start()
  const { source, data, metadata } = await submitted(first)
  const retry = async () =>
    submitted((await fixture.as('member').call(retryRun, { params: { id: first } })).id)
  for (const data_wrangler of [
    undefined,
    { code_uri: 'uploads/none.tar.gz', dataset_uri: 'datasets/none/' },
  ]) {
    await setModes({ ...(data_wrangler && { data_wrangler }) })
    const again = await retry()
    expect([again.source, again.data]).toEqual([source, data])
    expect(again.metadata).toMatchObject({
      wrangler_code_uri: metadata.wrangler_code_uri,
      wrangler_dataset_uri: metadata.wrangler_dataset_uri,
    })
  }
  await setModes({})
  const plain = await fixture.start()
  const own = await submitted(plain)
  await setModes({ data_wrangler: { code_uri: 'uploads/first.tar.gz', dataset_uri: '' } })
  const repeated = await fixture.as('member').call(retryRun, { params: { id: plain } })
  expect((await submitted(repeated.id)).source).toEqual(own.source)
})

test('data that a person chooses for a run replace those of the Data Wrangler', async () => {
  await putObject('datasets/own/a.csv')
  await setModes({ data_wrangler: { code_uri: '', dataset_uri: 'datasets/none/' } })
  const { data } = await submitted(await fixture.start({ dataset_uri: 'datasets/own/' }))
  expect(data).toEqual([{ bucket: 'first-bucket', path: 'datasets/own/', archive: false }])
})

/** Writes modes as an earlier release stored them, which checked less. */
const keepModes = (modes: object) =>
  fixture.deps.database.execute(
    sql`update instances set modes = ${JSON.stringify(modes)}::jsonb where id = ${fixture.ids.instance}::uuid`,
  )

test('refuses addresses that an instance of an earlier release has, and says which are allowed', async () => {
  await keepModes({ data_wrangler: { code_uri: 'uploads/wrangle.py', dataset_uri: '' } })
  expect((await ask()).json().detail).toBe(
    'The Data Wrangler of the instance penguins-v3: uploads/wrangle.py is not an archive of code: name one (.tar.gz) in the bucket.',
  )
})

test('finds a data set that an instance of an earlier release names by its path in the console', async () => {
  await keepModes({ data_wrangler: { code_uri: ' ', dataset_uri: ' data-sets/sales@v3 ' } })
  expect((await ask()).json().detail).toMatch(/^This workspace has no version 3 of a data set/)
})
