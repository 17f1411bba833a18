// @module-tag python
import { Readable } from 'node:stream'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { PYTHON_DEFAULTS } from '@podium/engines/python-settings.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { openLocalHome } from '@podium/engines/testing/local-home.ts'
import { type PythonIndex, startPythonIndex, wheelOf } from '@podium/engines/testing/python-index.ts'
import { quickUv } from '@podium/engines/testing/quick-uv.ts'
import { waitFor } from '@podium/engines/testing/watching.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeAll, expect, test } from 'vitest'
import { objectSource } from '../../start/object-source.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'

const WHEEL = 'podium_one-1.0-py3-none-any.whl'
/** A machine with room for two runs at a time. */
const MACHINE = { cpu: 4, memory_mib: 512 + 2048, gpu: 0, gpu_name: '' }
const SOURCES = {
  penguins: {
    'requirements.txt': 'podium-one\n',
    'train.py': 'import podium_one; print(podium_one.answer)',
  },
  plain: { 'train.py': 'print("trains")' },
}

let index: PythonIndex
let fixture: RunFixture<LocalEngine>
beforeAll(async () => {
  const quick = await quickUv()
  index = await startPythonIndex(Object.fromEntries([wheelOf('podium_one', '1.0', 'answer = 41\n')]))
  const objects = createMemoryStore()
  const packages = { ...PYTHON_DEFAULTS, index_url: index.url }
  const home = await openLocalHome(objectSource(objects), { packages, probe: quick.probe, machine: MACHINE })
  fixture = await createRunFixture({ engine: home.engine, objects, metadata: metadataOf('penguins') })
  const put = (path: string, content: string | Buffer) =>
    objects.put('first-bucket', path, Readable.from([content]))
  await put('ai-solutions/penguins/v3/train/data/one.csv', 'the sample')
  for (const [name, files] of Object.entries(SOURCES))
    await put(
      sourceOf(name),
      await archiveOf(Object.entries(files).map(([path, content]) => ({ name: path, content }))),
    )
  const loop = fixture.newLoop()
  loop.start()
  return async () => {
    index.release()
    await loop.close()
    await fixture.close()
    await home.close()
    await index.close()
    await quick.remove()
  }
})

const sourceOf = (name: string) => `ai-solutions/${name}/v3/train/source/source.tar.gz`

function metadataOf(name: string) {
  const { pipeline, ...rest } = metadataForTests()
  const source_uri = `s3://first-bucket/${sourceOf(name)}`
  return { ...rest, pipeline: [{ ...pipeline[0], command: ['python3', 'train.py'], source_uri }] }
}

function until(id: string, wanted: { state: string; detail?: string }) {
  return waitFor(`${id} to be ${wanted.state}`, async () => {
    const { state, detail } = await fixture.info(id)
    return state === wanted.state && (wanted.detail === undefined || wanted.detail === detail) ? true : null
  })
}

test('runs that wait for packages leave room to other solutions, and start once the packages are there', async () => {
  const { stream } = await addStream(fixture, fixture.people.first.id, metadataOf('plain'), 'plain')
  index.hold(WHEEL)
  const installs = await fixture.start()
  await waitFor('the download', async () => (index.fetched.length > 0 ? true : null))
  const waiting = [await fixture.start(), await fixture.start(), await fixture.start()]
  const detail = `Waiting for run ${(await fixture.info(installs)).name}, which installs the same packages.`
  for (const id of waiting) await until(id, { state: 'queued', detail })
  await until(await fixture.startAs('member', stream), { state: 'succeeded' })
  expect((await fixture.info(installs)).detail).toBe('Installing the packages of requirements.txt.')

  index.release()
  for (const id of [installs, ...waiting]) await until(id, { state: 'succeeded' })
  expect(index.fetched).toEqual([WHEEL])
  for (const id of waiting) {
    expect((await fixture.info(id)).attempt).toBe(1)
    const query = { log_type: 'process' }
    const log = await fixture.as('member').ask(readLog, { params: { id }, query })
    expect(log.body).toBe('41\n')
  }
})
