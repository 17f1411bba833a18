import { createInstance, editInstance, type Modes, readInstance } from '@podium/contract/calls/instances.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { trainOnly } from '../solutions/testing/archive.ts'
import { freshName, inFirst, metadataNamed } from '../solutions/testing/seed.ts'

let podium: TestApp
let both: string
let training: string
beforeAll(async () => {
  podium = await createTestApp()
  const register = async (metadata_json: Record<string, unknown>) => {
    const made = await podium.as('member').call(registerSolution, { query: inFirst, body: { metadata_json } })
    return made.versions[0]?.id ?? ''
  }
  both = await register(metadataNamed('pumps'))
  training = await register({ ...trainOnly, name: 'valves' })
  return () => podium.close()
})

const create = (modes: object, more: object = {}) =>
  podium.as('member').ask(createInstance, {
    query: inFirst,
    body: { name: freshName(), solution_version_id: both, modes, ...more },
  })
const edit = (id: string, body: object) => podium.as('member').ask(editInstance, { params: { id }, body })

const all: Modes = {
  train: { on: true, parameters: { train: { epochs: 20, title: 'Night' } } },
  inference: { on: false },
  pipeline: 'train',
  data_wrangler: { code_uri: 'uploads/wrangle.tar.gz', dataset_uri: 's3://first-bucket/datasets/raw/' },
  dev: true,
}

test('stores every mode as it was chosen, with each value in the type of its field', async () => {
  expect((await create(all)).json().modes).toEqual(all)
  const wrapped = await create({ train: { on: true, parameters: { train: { epochs: [20], title: null } } } })
  expect(wrapped.json().modes).toEqual({ train: { on: true, parameters: { train: { epochs: 20 } } } })
  const inConsole = { data_wrangler: { code_uri: ' a.tgz ', dataset_uri: 'data-sets/store-sales@v3' } }
  expect((await create(inConsole)).json().modes).toEqual({
    data_wrangler: { code_uri: 'a.tgz', dataset_uri: 'data-set://store-sales@v3' },
  })
  const bare = { data_wrangler: { code_uri: '', dataset_uri: '' } }
  expect((await create(bare)).json().modes).toEqual(bare)
})

const field = (loc: (string | number)[], msg: string) => ({
  loc: ['body', 'modes', ...loc],
  msg,
  type: 'value_error',
})
const elsewhere = 's3://second-bucket/x is in another bucket: a run reads from s3://first-bucket/ only.'

const wrong: [what: string, modes: object, problems: object[]][] = [
  [
    'values that its runs would be refused with',
    { train: { on: true, parameters: { train: { epochs: 500, speed: 1 }, score: {} } } },
    [
      field(
        ['train', 'parameters', 'train', 'epochs'],
        'epochs: 500 is above the highest allowed value 200.',
      ),
      field(
        ['train', 'parameters', 'train', 'speed'],
        'speed: step "train" has no such parameter; it has epochs, title.',
      ),
      field(['train', 'parameters', 'score'], 'The train pipeline has no step "score"; it has train.'),
    ],
  ],
  [
    'addresses that no run may read',
    { data_wrangler: { code_uri: 's3://second-bucket/x', dataset_uri: '../x' } },
    [
      field(['data_wrangler', 'code_uri'], elsewhere),
      field(['data_wrangler', 'dataset_uri'], '../x is not the address of a folder or a file in the bucket.'),
    ],
  ],
  [
    'addresses that are no archive of code and no data of the workspace',
    { data_wrangler: { code_uri: 'uploads/wrangle.py', dataset_uri: 'uploads/raw/' } },
    [
      field(
        ['data_wrangler', 'code_uri'],
        'uploads/wrangle.py is not an archive of code: name one (.tar.gz) in the bucket.',
      ),
      field(
        ['data_wrangler', 'dataset_uri'],
        'uploads/raw/ is not data of the workspace: name a folder or a file below datasets/, or data-sets/NAME@v1.',
      ),
    ],
  ],
  [
    'addresses of two lines',
    { data_wrangler: { code_uri: 'uploads/a\n.py', dataset_uri: 's3://first-bucket/datasets/a\nb' } },
    [
      field(
        ['data_wrangler', 'code_uri'],
        'uploads/a\n.py is not the address of a folder or a file in the bucket.',
      ),
      field(
        ['data_wrangler', 'dataset_uri'],
        's3://first-bucket/datasets/a\nb is not the address of a folder or a file in the bucket.',
      ),
    ],
  ],
  [
    'no pipeline at all',
    { train: { on: false }, inference: { on: false } },
    [field([], 'Turn at least one pipeline on.')],
  ],
  [
    'a pipeline of its runs that is off',
    { inference: { on: false }, pipeline: 'inference' },
    [field(['pipeline'], 'Choose a pipeline that is turned on.')],
  ],
]

test.each(wrong)('%s: refused in a complete instance, stored in a draft', async (_, modes, problems) => {
  const refused = await create(modes)
  expect([refused.statusCode, refused.json().detail]).toEqual([422, problems])
  const draft = await create(modes, { draft: true })
  expect(draft.json()).toMatchObject({ draft: true, modes })
  const { id } = draft.json()
  const completed = await edit(id, { draft: false })
  expect(completed.statusCode).toBe(422)
  // PostgreSQL decides the order of keys in a jsonb value
  expect(completed.json().detail).toEqual(expect.arrayContaining(problems))
  expect(await podium.as('member').call(readInstance, { params: { id } })).toMatchObject(draft.json())
  expect((await edit(id, { draft: false, modes: {} })).json()).toMatchObject({ draft: false, modes: {} })
  const spoilt = await edit(id, { modes })
  expect([spoilt.statusCode, spoilt.json().detail]).toEqual([422, problems])
})

test('refuses a mode whose pipeline the version does not have', async () => {
  const more = { solution_version_id: training }
  const refused = await create({ inference: { on: true } }, more)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    [field(['inference'], 'Version 1 of valves has no inference pipeline.')],
  ])
  const only = await create({ train: { on: false } }, more)
  expect(only.json().detail).toEqual([field([], 'Turn at least one pipeline on.')])
  expect((await create({ train: { on: true } }, more)).statusCode).toBe(200)
})

test('refuses a value that is not a valid mode, also in a draft', async () => {
  for (const modes of [{ gpu: true }, { train: {} }, { dev: 'yes' }, { data_wrangler: { code_uri: '' } }])
    expect((await create(modes, { draft: true })).statusCode).toBe(422)
})

test('a draft accepts a stream once it is complete', async () => {
  const { id } = (await create({}, { draft: true })).json()
  const stream = () =>
    podium.as('member').ask(createStream, { query: inFirst, body: { name: 'first', instance_id: id } })
  expect((await stream()).statusCode).toBe(409)
  await edit(id, { draft: false })
  expect((await stream()).statusCode).toBe(200)
})
