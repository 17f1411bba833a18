import { execFileSync } from 'node:child_process'
import {
  appendFile,
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readAll } from '../../testing/watching.ts'
import { type AttemptDirectory, attemptDirectory } from '../attempt-directory.ts'
import { attemptOutputs, openAttemptOutput, withAttemptOutput } from './attempt-outputs.ts'
import { markPrepared } from './prepared-mark.ts'

let directory: AttemptDirectory
let work: string

beforeEach(async () => {
  directory = attemptDirectory(await mkdtemp(join(tmpdir(), 'podium-kept-')))
  work = directory.work
  await mkdir(directory.output)
  for (const path of ['train.py', 'data/rows.csv', 'data/old.csv', 'notes/a.md', '.gitignore'])
    await write(path, 'source')
  await markPrepared(directory)
  return () => rm(directory.root, { recursive: true })
})

async function write(path: string, content = 'x', folder = work): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

const listed = async (uid: number | null = null) => {
  const { files, left_out } = await attemptOutputs({ directory, uid })
  return { paths: files.map(({ path }) => path), left_out }
}

const textOf = async (path: string, uid: number | null = null) =>
  (await readAll(await openAttemptOutput({ directory, uid }, path))).toString()

const NOTHING = { paths: [], left_out: [] }

test('keeps nothing of a source that its program left alone', async () => {
  expect(await listed()).toEqual(NOTHING)
  for (const path of ['work/train.py', 'work/data/rows.csv', 'work/data', 'work'])
    await expect(textOf(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('keeps what was made, changed in place, renamed, linked or given an old time', async () => {
  await appendFile(join(work, 'data', 'rows.csv'), 'more')
  await rename(join(work, 'notes', 'a.md'), join(work, 'notes', 'b.md'))
  await write('out/model.pt')
  await utimes(join(work, 'out', 'model.pt'), 0, 0)
  await link(join(work, 'out', 'model.pt'), join(work, 'out', 'last.pt'))
  await utimes(join(work, 'train.py'), 0, 0)
  expect(await listed()).toEqual({
    paths: [
      ...['work/train.py', 'work/data/rows.csv', 'work/notes/b.md'],
      ...['work/out/last.pt', 'work/out/model.pt'],
    ],
    left_out: [],
  })
  expect(await textOf('work/data/rows.csv')).toBe('sourcemore')
  expect(
    await withAttemptOutput({ directory, uid: null }, 'work/out/model.pt', async (file) => file),
  ).toMatch(/model\.pt$/)
})

test('keeps no caches, environments or files of its own, and does not open them', async () => {
  const skipped = [
    '__pycache__/train.pyc',
    '.cache/hub/weights',
    '.config/matplotlib/x',
    'nested/.git/HEAD',
    'my env/pyvenv.cfg',
    'my env/lib/site.py',
    '.podium/requirements.txt',
    'sub/.ipynb_checkpoints/a.ipynb',
  ]
  for (const path of skipped) await write(path)
  await symlink('/usr/bin/python3', join(work, 'my env', 'python'))
  expect(await listed()).toEqual(NOTHING)
  await expect(textOf('work/.cache/hub/weights')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(textOf('work/.podium/requirements.txt')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('neither keeps nor opens files of keys, and says so', async () => {
  for (const path of ['.netrc', '.aws/credentials', 'conf/.env']) await write(path)
  expect(await listed()).toEqual({
    paths: [],
    left_out: [
      'work/.aws/credentials, work/.netrc and work/conf/.env were left out: files of such names hold keys or passwords.',
    ],
  })
  await expect(textOf('work/.netrc')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('says which links, pipes and sockets it does not keep, but not of links to what it keeps', async () => {
  await write('runs/1/loss')
  const links = [
    ['runs/1', 'runs/latest'],
    ['loss', 'runs/1/newest'],
    [join(work, 'runs/1/loss'), 'best'],
    ['/podium/out/model', 'model'],
    ['/etc/passwd', 'passwd'],
    ['../../secret', 'runs/up'],
  ] as const
  for (const [target, path] of links) await symlink(target, join(work, path))
  execFileSync('mkfifo', [join(work, 'pipe')])
  const server = createServer().listen(join(work, 'socket'))
  const { paths, left_out } = await listed()
  await new Promise((resolve) => server.close(resolve))
  expect(paths).toEqual(['work/runs/1/loss'])
  expect(left_out.sort()).toEqual([
    'work/passwd and work/runs/up were left out: links that lead out of the working folder are not kept.',
    'work/pipe and work/socket were left out: only plain files are kept, no sockets or pipes.',
  ])
  for (const path of ['work/passwd', 'work/best', 'work/runs/latest/loss', 'work/pipe'])
    await expect(textOf(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.getuid?.() === 0)('neither keeps nor opens a file of another user', async () => {
  await write('own')
  await write('other')
  await chown(join(work, 'own'), 4242, 4242)
  expect(await listed(4242)).toEqual({
    paths: ['work/own'],
    left_out: ['work/other was left out: files of another user are not kept.'],
  })
  await expect(textOf('work/other', 4242)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await textOf('work/own', 4242)).toBe('x')
})

test.runIf(process.getuid?.() === 0)(
  'lists a file again that a store took over, and does not open it',
  async () => {
    await write('stored')
    await link(join(work, 'stored'), join(directory.root, 'object'))
    expect(await listed(4242)).toEqual({ paths: ['work/stored'], left_out: [] })
    await expect(textOf('work/stored', 4242)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test.runIf(process.getuid?.() !== 0)('says what the server may not read', async () => {
  await write('closed')
  await write('folder/file')
  await chmod(join(work, 'closed'), 0)
  await chmod(join(work, 'folder'), 0)
  const { left_out } = await listed()
  await chmod(join(work, 'folder'), 0o700)
  expect(left_out).toEqual([
    'work/closed and work/folder were left out: files that the server may not read are not kept.',
  ])
})

test('says which names and paths cannot be kept', async () => {
  await writeFile(Buffer.concat([Buffer.from(`${work}/a`), Buffer.from([0xff])]), 'x')
  const deep = Array.from({ length: 48 }, () => 'd').join('/')
  await write(`${deep}/kept`)
  await write(`${deep}/d/lost`)
  const { paths, left_out } = await listed()
  expect(paths).toEqual([`work/${deep}/kept`])
  expect(left_out.sort()).toEqual([
    'work/a\uFFFD was left out: a name that is not valid text cannot be kept.',
    `work/${deep}/d was left out: folders this deep are not kept.`,
  ])
})

test("lets the program's own outputs win, and lists a file of both folders once", async () => {
  await write('work/a', 'own', directory.output)
  await write('work/b/c', 'own', directory.output)
  await write('model/weights', 'w', directory.output)
  for (const path of ['a', 'b', 'd']) await write(path, 'other')
  await link(join(directory.output, 'model', 'weights'), join(work, 'weights'))
  expect(await listed()).toEqual({
    paths: ['model/weights', 'work/a', 'work/b/c', 'work/d'],
    left_out: [],
  })
  expect(await textOf('work/a')).toBe('own')
  await rm(join(directory.output, 'work'), { recursive: true })
  await write('work', 'a file', directory.output)
  expect((await listed()).paths).toEqual(['model/weights', 'work'])
})

test('keeps the files of small folders first, and says how many more there are and the largest', async () => {
  await write('results.csv')
  await write('weights/model.pt')
  execFileSync('sh', ['-c', 'mkdir many; cd many; seq -f %05g 1 2100 | xargs touch'], { cwd: work })
  await write('many/02099', 'larger')
  const { paths, left_out } = await listed()
  expect(paths).toHaveLength(2000)
  expect(paths.slice(0, 3)).toEqual(['work/results.csv', 'work/weights/model.pt', 'work/many/00001'])
  expect(left_out).toEqual([
    'work/many/02099, work/many/01999, work/many/02000 and 99 more were left out: at most 2,000 files of the working folder are kept.',
  ])
})

test.each([
  ['removed by its program', () => rm(work, { recursive: true })],
  ['replaced by a link', () => rm(work, { recursive: true }).then(() => symlink('/etc', work))],
  ['prepared by an earlier release', () => rm(directory.prepared)],
])('keeps nothing of a working folder that was %s', async (_, change) => {
  await write('made')
  await change()
  expect(await listed()).toEqual(NOTHING)
  await expect(textOf('work/made')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('marks once, later than everything that was prepared', async () => {
  for (let round = 0; round < 20; round += 1) {
    await rm(directory.prepared)
    await write('prepared')
    await markPrepared(directory)
    await write('made')
    await markPrepared(directory)
    expect((await listed()).paths).toEqual(['work/made'])
  }
})
