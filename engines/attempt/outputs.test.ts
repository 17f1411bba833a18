import { chmod, link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf, openLocalHome } from '../testing/local-home.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { readAll, runToEnd, textOfLog } from '../testing/watching.ts'
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

test('neither lists nor follows links, to files or through folders', async () => {
  await symlink('../secret', join(out, 'file-link'))
  await symlink('..', join(out, 'folder-link'))
  await symlink('model', join(out, 'inner-link'))
  const { files, left_out } = await listOutputs(out)
  expect(files.map(({ path }) => path)).toEqual(['model/weights'])
  expect(left_out).toEqual([
    'file-link was left out: it is a link, as 2 more are, and only copies are kept: cp -rL makes them.',
  ])
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
])('opens nothing for the path %j', async (path) => {
  await expect(openOutputFile(out, path, null)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('does not open a file of another owner that has a name in the folder', async () => {
  await link(join(parent, 'secret'), join(out, 'hard-link'))
  const uid = (process.getuid?.() ?? 0) + 1
  await expect(openOutputFile(out, 'hard-link', uid)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await readAll(await openOutputFile(out, 'hard-link', null))).toString()).toBe('s')
})

test('takes no pipe, link or folder for the pipeline log, and does not block', async () => {
  const local = await openLocalHome()
  for (const make of ['mkfifo', 'ln -s /etc/passwd', 'mkdir']) {
    const spec = plainSpec({ command: ['sh', '-c', `${make} "$PODIUM_LOG_DIR/pipeline.log"`] })
    expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await textOfLog(local.engine, spec, 'pipeline')).toBe('')
  }
  const odd = plainSpec({ command: ['sh', '-c', 'mkfifo "$PODIUM_OUTPUT_DIR/pipe"; echo "$PWD"'] })
  await runToEnd(local.engine, odd)
  expect(await textOfLog(local.engine, odd, 'process')).toBe(`${folderOf(local, odd)}/cwd\n`)
  expect(await local.engine.outputs(odd)).toEqual({ files: [], left_out: [] })
  await expect(local.engine.openOutput(odd, 'pipe')).rejects.toMatchObject({ code: 'ENOENT' })
  await local.close()
})

test('leaves out with its reason a file that cannot be read, and lists the rest', async () => {
  await writeFile(Buffer.concat([Buffer.from(`${out}/a`), Buffer.from([0xff]), Buffer.from('b')]), 'x')
  await mkdir(join(out, 'closed'))
  await writeFile(join(out, 'closed', 'file'), 'x')
  await chmod(join(out, 'closed'), 0)
  const { files, left_out } = await listOutputs(out)
  await chmod(join(out, 'closed'), 0o700)
  const isRoot = process.getuid?.() === 0
  expect(files.map(({ path }) => path)).toEqual([...(isRoot ? ['closed/file'] : []), 'model/weights'])
  expect(left_out).toContain('a\uFFFDb was left out: its name is not valid text.')
  if (!isRoot) expect(left_out).toContain('closed was left out: the server may not read it.')
})

test('puts a name into one line without control characters', async () => {
  const folders = Array.from({ length: 50 }, () => 'd').join('/')
  await mkdir(join(out, folders), { recursive: true })
  const names = ['x\n2026-01-01 Finished.', '\u001b[2J\u001b]0;title\u0007gone', 'a\u2028b\u202Ec', '\u0001']
  for (const name of names) await writeFile(join(out, folders, name), '')
  const { left_out } = await listOutputs(out)
  const shown = ['x 2026-01-01 Finished.', 'gone', 'a b c', '']
  expect(left_out.sort()).toEqual(
    shown.map((name) => `${folders}/${name} was left out: its path has more than 50 parts.`).sort(),
  )
})

test('ends a long list, and says so', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(out, name), '')
  const { files, left_out } = await listOutputs(out, { mostEntries: 3 })
  expect(files.length).toBeLessThanOrEqual(3)
  expect(left_out).toEqual(['The run wrote more than 3 files and folders; the rest were left out.'])
})

test('ends at deeply nested folders, and says so', async () => {
  const folders = Array.from({ length: 49 }, () => 'd').join('/')
  await mkdir(join(out, folders, 'd'), { recursive: true })
  for (const name of ['last', 'd/beyond']) await writeFile(join(out, folders, name), 'x')
  const { files, left_out } = await listOutputs(out)
  expect(files.map(({ path }) => path)).toEqual([`${folders}/last`, 'model/weights'])
  expect(left_out).toEqual([`${folders}/d/beyond was left out: its path has more than 50 parts.`])
  expect((await readAll(await openOutputFile(out, `${folders}/last`, null))).toString()).toBe('x')
  await expect(openOutputFile(out, `${folders}/d/beyond`, null)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('leaves out folders too deep for a path, which can be removed with the run', {
  tags: 'python',
}, async () => {
  const local = await openLocalHome()
  const deep = `import os
os.chdir(os.environ['PODIUM_OUTPUT_DIR'])
open('result', 'w').close()
open(b'a\\xffb', 'w').close()
for _ in range(40):
    os.mkdir('d' * 200)
    os.chdir('d' * 200)`
  const spec = plainSpec({ command: ['python3', '-c', deep] })
  expect(await runToEnd(local.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  const { files, left_out } = await local.engine.outputs(spec)
  expect(files.map(({ path }) => path)).toEqual(['result'])
  expect(left_out).toContainEqual(expect.stringMatching(/^d{200}… was left out: its path is too long\.$/))
  await local.engine.forget(spec)
  expect(await local.engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  await local.close()
})
