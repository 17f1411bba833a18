import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf, openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, readAll, textOfLog } from '../testing/watching.ts'
import { listOutputs, openOutputFile } from './outputs.ts'

let parent: string
let out: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'podium-outputs-'))
  out = join(parent, 'out')
  await mkdir(join(out, 'model'), { recursive: true })
  await writeFile(join(out, 'model', 'weights'), 'w')
  await writeFile(join(parent, 'secret'), 's')
})
afterEach(() => rm(parent, { recursive: true }))

test('links are neither listed nor followed, to files or through folders', async () => {
  await symlink('../secret', join(out, 'file-link'))
  await symlink('..', join(out, 'folder-link'))
  await symlink('model', join(out, 'inner-link'))
  expect((await listOutputs(out)).map(({ path }) => path)).toEqual(['model/weights'])
  for (const path of ['file-link', 'folder-link', 'folder-link/secret']) {
    await expect(openOutputFile(out, path, null)).rejects.toMatchObject({ code: 'ENOENT' })
  }
})

test.each([
  '',
  '/',
  '..',
  '../secret',
  'model/../../secret',
  './model/weights',
  'model//weights',
  'a\0b',
  'model',
])('the path %j opens nothing', async (path) => {
  await expect(openOutputFile(out, path, null)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a file of another owner opens nothing, though it has a name in the folder', async () => {
  await link(join(parent, 'secret'), join(out, 'hard-link'))
  const uid = (process.getuid?.() ?? 0) + 1
  await expect(openOutputFile(out, 'hard-link', uid)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await readAll(await openOutputFile(out, 'hard-link', null))).toString()).toBe('s')
})

test('a pipe, a link and a folder in the place of the pipeline log are no log, and hang nobody', async () => {
  const place = await openLocalHome()
  for (const make of ['mkfifo', 'ln -s /etc/passwd', 'mkdir']) {
    const spec = plainSpec({ command: ['sh', '-c', `${make} "$PODIUM_LOG_DIR/pipeline.log"`] })
    await place.engine.submit(spec)
    expect(await endOf(place.engine, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await textOfLog(place.engine, spec, 'pipeline')).toBe('')
  }
  const odd = plainSpec({ command: ['sh', '-c', 'mkfifo "$PODIUM_OUTPUT_DIR/pipe"; echo "$PWD"'] })
  await place.engine.submit(odd)
  await endOf(place.engine, odd)
  expect(await textOfLog(place.engine, odd, 'process')).toBe(`${folderOf(place, odd)}/cwd\n`)
  expect(await place.engine.outputs(odd)).toEqual([])
  await expect(place.engine.openOutput(odd, 'pipe')).rejects.toMatchObject({ code: 'ENOENT' })
  await place.close()
})
