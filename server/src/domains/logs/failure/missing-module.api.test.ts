import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { beforeAll, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'

let fixture: RunFixture
let ofFolder: string
beforeAll(async () => {
  fixture = await createRunFixture()
  const metadata = { ...metadataForTests(), folder: { digest: 'f'.repeat(64) } }
  ofFolder = (await addStream(fixture, fixture.people.first.id, metadata, 'nanogpt')).stream
  return () => fixture.close()
})

const TRACEBACK = 'Traceback (most recent call last):\n  File "train.py", line 1, in <module>\n'

/** The reason of a run that ends with that line, and the sentence that lists and the command line show. */
async function endWith(last: string, stream = fixture.ids.stream, before = TRACEBACK) {
  const id = await fixture.startAs('member', stream)
  await fixture.loop.tick()
  const { engine } = fixture.deps
  const key = fixture.key(id)
  engine.start(key)
  engine.log(key, 'process', `${before}${last}\n`)
  const raw = { last_lines: [last] }
  engine.end(key, { outcome: 'failed', exit_code: 1, reason: `Exit code 1; last line: ${last}.`, raw })
  await fixture.loop.tick()
  const { failure, detail } = await fixture.info(id)
  return { title: failure?.title, detail }
}
const missing = (module: string) => `ModuleNotFoundError: No module named '${module}'`

test('a run of a folder says which option of the command installs a missing package', async () => {
  const title = `${missing('sklearn')}; 'podium run --with scikit-learn .' installs it`
  expect(await endWith(missing('sklearn'), ofFolder)).toEqual({ title, detail: `Exit code 1: ${title}.` })
})

test('a run of another solution says what to add to requirements.txt', async () => {
  const title = `${missing('yaml')}; add PyYAML to requirements.txt`
  expect(await endWith(missing('yaml'))).toEqual({ title, detail: `Exit code 1: ${title}.` })
})

test('does not take every missing module for a package', async () => {
  expect((await endWith(missing('losses'))).title).toBe(
    `${missing('losses')}; if it is a package, add losses to requirements.txt`,
  )
  expect((await endWith(missing('sklearn.no_such'))).title).toBe(missing('sklearn.no_such'))
  expect((await endWith(missing('_tkinter'))).title).toBe(missing('_tkinter'))
})

test('says it too of a module that Python itself was to start', async () => {
  const sentence =
    "Exit code 1; last line: /usr/bin/python3: No module named accelerate; if it is a package, 'podium run --with accelerate .' installs it"
  const ended = await endWith('/usr/bin/python3: No module named accelerate', ofFolder, '')
  expect(ended).toEqual({ title: sentence, detail: `${sentence}.` })
})
