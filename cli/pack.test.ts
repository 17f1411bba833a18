import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ARCHIVE, DATA, filesOf, packFiles } from './pack.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-pack-'))
  await mkdir(join(folder, 'data', 'train'), { recursive: true })
  await mkdir(join(folder, '__pycache__'))
  await writeFile(join(folder, 'metadata.json'), '{}')
  await writeFile(join(folder, 'data', 'train', 'rows.csv'), 'a,b\n1,2\n')
  await writeFile(join(folder, '__pycache__', 'x.pyc'), 'x')
  await writeFile(join(folder, '.env'), 'SECRET=1')
})
afterEach(() => rm(folder, { recursive: true }))

test('packs a folder without keys and caches', async () => {
  const { files } = await filesOf(folder, ARCHIVE)
  expect(files.map(({ path }) => path)).toEqual(['data/train/rows.csv', 'metadata.json'])

  const found: Record<string, string> = {}
  const reading = packFiles(folder, files).pipe(createGunzip()).pipe(extract())
  for await (const entry of reading) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    found[entry.header.name] = Buffer.concat(chunks).toString()
  }
  expect(found).toEqual({ 'data/train/rows.csv': 'a,b\n1,2\n', 'metadata.json': '{}' })
})

test('leaves out what a program wrote on this machine, but not nested folders with that name', async () => {
  for (const path of ['out', 'src/out', 'src/node_modules', 'dist']) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'x.js'), 'x')
  }
  const { files, left_out } = await filesOf(folder, ARCHIVE)
  expect(files.map(({ path }) => path)).toEqual([
    'data/train/rows.csv',
    'dist/x.js',
    'metadata.json',
    'src/out/x.js',
  ])
  expect(left_out).toEqual(['.env', '__pycache__', 'out', 'src/node_modules'])
})

test('packs the hidden files of a project, and leaves out keys, caches and what belongs to an editor', async () => {
  const project = [
    '.python-version',
    '.project-root',
    '.streamlit/config.toml',
    '.dvc/config',
    '.github/ci.yml',
  ]
  await symlink('/etc/hostname', join(folder, '.linked'))
  const own = [
    '.env.local',
    '.env_prod',
    '.Secrets.toml',
    '.config/gcloud/key.json',
    '.streamlit/secrets.toml',
    '.dvc/cache/1',
    'src/.ssh/id',
    '.git/HEAD',
    'src/._a.py',
  ]
  for (const path of [...project, ...own, '.a.py.swp', '.idea/x', '.venv/bin/python']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), 'x')
  }
  const { files, left_out } = await filesOf(folder, ARCHIVE)
  expect(files.map(({ path }) => path)).toEqual([...project, 'data/train/rows.csv', 'metadata.json'].sort())
  expect(left_out).toEqual(
    expect.arrayContaining([
      ...[
        '.Secrets.toml',
        '.a.py.swp',
        '.config',
        '.dvc/cache',
        '.env',
        '.env.local',
        '.env_prod',
        '.git',
        '.idea',
      ],
      ...['.linked', '.streamlit/secrets.toml', '.venv', '__pycache__', 'src/._a.py', 'src/.ssh'],
    ]),
  )
  expect(left_out).toHaveLength(15)
})

test('refuses a link by name', async () => {
  await symlink('/etc/hostname', join(folder, 'data', 'sly.txt'))
  await expect(filesOf(folder, ARCHIVE)).rejects.toThrow('data/sly.txt is a link.')
})

test('names the first three of several links, and counts the others', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await symlink('/etc/hostname', join(folder, 'data', name))
  await expect(filesOf(folder, DATA)).rejects.toThrow(
    'data/a, data/b, data/c and 2 others are links. Only files are uploaded: replace links with the files they point to, or copy the folder with `cp -rL`.',
  )
})

test('refuses a file name that is not UTF-8, and takes one that contains U+FFFD', async () => {
  await writeFile(join(folder, 'data', 'what\ufffd.csv'), 'x')
  const { files } = await filesOf(folder, ARCHIVE)
  expect(files.map(({ path }) => path)).toContain('data/what\ufffd.csv')
  await writeFile(
    Buffer.concat([Buffer.from(`${folder}/data/gr`), Buffer.of(0xfc), Buffer.from('n.csv')]),
    'x',
  )
  await expect(filesOf(folder, ARCHIVE)).rejects.toThrow(
    'data/gr\ufffdn.csv has a name that is not in UTF-8: rename it.',
  )
})

test('names what Git LFS has not fetched', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize 12345\n`
  await writeFile(join(folder, 'data', 'model.bin'), pointer)
  await expect(filesOf(folder, ARCHIVE)).rejects.toThrow(
    'data/model.bin is a pointer of Git LFS, not the file itself: run `git lfs pull` in the folder, then repeat the command.',
  )
})

test('leaves out a virtual environment of any name', async () => {
  await mkdir(join(folder, 'my-env', 'bin'), { recursive: true })
  await writeFile(join(folder, 'my-env', 'pyvenv.cfg'), 'home = /usr/bin')
  await symlink('/usr/bin/python3', join(folder, 'my-env', 'bin', 'python3'))
  const { files, left_out } = await filesOf(folder, ARCHIVE)
  expect(files.map(({ path }) => path)).toEqual(['data/train/rows.csv', 'metadata.json'])
  expect(left_out).toContain('my-env')
})

test.each(['grows', 'shrinks'])('names a file that %s while it is packed', async (how) => {
  const { files } = await filesOf(folder, ARCHIVE)
  await writeFile(join(folder, 'data', 'train', 'rows.csv'), how === 'grows' ? 'a,b\n1,2\n3,4\n' : 'a')
  await expect(packFiles(folder, files).resume().toArray()).rejects.toThrow(
    'data/train/rows.csv changes while it is read: wait until no program writes to it, then repeat the command.',
  )
})

test('reports a missing folder as missing', async () => {
  await expect(filesOf(join(folder, 'nowhere'), ARCHIVE)).rejects.toThrow('There is no folder')
})

test('leaves out only hidden files of data, and refuses a link in its own words', async () => {
  for (const path of ['out', 'node_modules']) {
    await mkdir(join(folder, path))
    await writeFile(join(folder, path, 'x.csv'), 'x')
  }
  const { files, left_out } = await filesOf(folder, DATA)
  expect(files.map(({ path }) => path)).toEqual([
    '__pycache__/x.pyc',
    'data/train/rows.csv',
    'metadata.json',
    'node_modules/x.csv',
    'out/x.csv',
  ])
  expect(left_out).toEqual(['.env'])
  await symlink('/etc/hostname', join(folder, 'sly.csv'))
  await expect(filesOf(folder, DATA)).rejects.toThrow('sly.csv is a link. Only files are uploaded')
})

test('breaks the archive instead of shortening it when a file vanishes while it is packed', async () => {
  const { files } = await filesOf(folder, ARCHIVE)
  await rm(join(folder, 'metadata.json'))
  await expect(packFiles(folder, files).resume().toArray()).rejects.toThrow(
    'metadata.json cannot be read: ENOENT',
  )
})
