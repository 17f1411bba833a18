import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findFiles } from './find-files.ts'
import { localWords } from './local-words.ts'

/** Holds the project in `project`, and what lies outside of it. */
let above: string

beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'podium-words-'))
  return () => rm(above, { recursive: true })
})

async function wordsIn(files: Record<string, string>, typed: string[], links: Record<string, string> = {}) {
  for (const [path, text] of Object.entries({ 'project/train.py': '', ...files })) {
    await mkdir(dirname(join(above, path)), { recursive: true })
    await writeFile(join(above, path), text)
  }
  for (const [path, target] of Object.entries(links)) await symlink(target, join(above, path))
  const root = join(above, 'project')
  const {
    words,
    files: found,
    secrets,
  } = await localWords({ root, workingFolder: '', file: null }, typed, await findFiles(root))
  return { words, files: found.map(({ path }) => path), secrets }
}

// The words are joined, so that no reader of this file takes it for a key.
const PRIVATE_KEY = `# deploy\n-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\n`

test.each([
  ['a key by its name', { '.ssh/id_rsa': 'x' }, ['--key', '../.ssh/id_rsa'], ['../.ssh/id_rsa']],
  ['a key by its content', { 'keys/deploy': PRIVATE_KEY }, ['--key=../keys/deploy'], ['../keys/deploy']],
  ['a folder of keys', { '.ssh/config': 'x' }, ['../.ssh'], ['../.ssh']],
  ['credentials', { 'credentials.json': '{}' }, ['../credentials.json'], ['../credentials.json']],
  ['a file that stays here', { 'project/.env': 'A=1' }, ['--env', '.env'], ['.env']],
])('sends nothing of %s that an argument names', async (_, files, typed, secrets) => {
  expect(await wordsIn(files, typed)).toEqual({ words: typed, files: [], secrets })
})

test('sends no key to which a link of the project leads, alone or in a folder', async () => {
  const found = await wordsIn({ '.ssh/id_rsa': 'x', 'extra/a.csv': '1' }, ['conf.yaml', '../extra'], {
    'project/conf.yaml': '../.ssh/id_rsa',
    'extra/b.csv': '../.ssh/id_rsa',
  })
  expect(found).toEqual({
    words: ['conf.yaml', '.podium/files/extra'],
    files: ['.podium/files/extra/a.csv'],
    secrets: ['conf.yaml', join(above, 'extra/b.csv')],
  })
})

test('sends an ignored secrets file that .podiumignore asks for', async () => {
  const files = { 'project/.gitignore': 'secrets.json\n', 'project/.podiumignore': '!secrets.json\n' }
  const found = await wordsIn({ ...files, 'project/secrets.json': '{}' }, ['secrets.json'])
  expect(found.secrets).toEqual([])
})
