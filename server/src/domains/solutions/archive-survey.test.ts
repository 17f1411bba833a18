import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { surveyArchive } from './archive-survey.ts'
import { packed, solutionArchive, type TestEntry, tarOf, trainAndInference } from './testing/archive.ts'

const LIMIT = 64 * 1024 * 1024
const metadata: TestEntry = ['metadata.json', '{}']

const survey = (archive: Buffer, limit = LIMIT) => surveyArchive(Readable.from([archive]), limit)

async function sentenceOf(archive: Buffer, limit?: number): Promise<unknown> {
  return survey(archive, limit).then(
    () => 'no problem',
    (error) => error.detail ?? error,
  )
}

test('sorts metadata, source and sample data', async () => {
  expect(await survey(await solutionArchive())).toEqual({
    top: '',
    metadata: trainAndInference,
    metadata_bytes: JSON.stringify(trainAndInference).length,
    all: { files: 6, bytes: expect.any(Number) },
    source: { files: 3, bytes: 48 },
    tool_files: [],
    files: expect.objectContaining({ paths: ['train.py', 'score.py', 'parts/model.py'] }),
    data: { train: { files: 1, bytes: 8 }, inference: { files: 1, bytes: 4 } },
  })
})

test('removes a single top folder, and the files that macOS adds', async () => {
  const archive = await packed(
    ['._pumps', 'x'],
    ['pumps/', '', { type: 'directory' }],
    ['./pumps/train.py', 'pass'],
    ['pumps/._metadata.json', 'x'],
    ['pumps/metadata.json', '{"name":"pumps"}'],
    ['pumps/data/train/a.csv', 'a\n1\n'],
  )
  expect(await survey(archive)).toMatchObject({
    top: 'pumps/',
    metadata: { name: 'pumps' },
    source: { files: 1 },
    data: { train: { files: 1 } },
  })
})

const refused: [what: string, entries: TestEntry[], sentence: RegExp][] = [
  ['an absolute path', [metadata, ['/etc/passwd', 'x']], /"\/etc\/passwd" is an absolute path/],
  ['a drive', [metadata, ['C:/x', 'x']], /"C:\/x" is an absolute path/],
  ['a path upwards', [metadata, ['a/../../x', 'x']], /"a\/..\/..\/x" leads out of the archive/],
  ['a backslash', [metadata, ['..\\x', 'x']], /contains a character/],
  ['a symbolic link', [metadata, ['x', '', { type: 'symlink', linkname: '/etc' }]], /"x" is a link/],
  ['a hard link', [metadata, ['x', '', { type: 'link', linkname: '/etc/shadow' }]], /"x" is a link/],
  [
    'a pointer of Git LFS',
    [
      metadata,
      ['model.bin', `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize 9\n`],
    ],
    /"model.bin" is a pointer of Git LFS, not the file itself. Run git lfs pull, then send it again./,
  ],
  ['a device', [metadata, ['x', '', { type: 'character-device' }]], /"x" is neither a file nor a folder/],
  ['a pipe', [metadata, ['x', '', { type: 'fifo' }]], /"x" is neither a file nor a folder/],
  ['a name twice', [metadata, ['x', '1'], ['./x', '2']], /"x" is in the archive twice/],
  ['a file as folder', [metadata, ['x', '1'], ['x/y', '2']], /"x" is both a file and a folder/],
  ['a folder as file', [metadata, ['x/y', '1'], ['x', '2']], /"x" is both a file and a folder/],
  ['a long name', [metadata, [`${'n'.repeat(256)}`, '1']], /is too long/],
  ['a path of too many parts', [metadata, [`${'a/'.repeat(32)}x`, '1']], /is nested in more than 31 folders/],
  ['no metadata', [['train.py', 'pass']], /^The archive has no metadata.json at its top level.$/],
  [
    'metadata too deep',
    [['a/b/metadata.json', '{}']],
    /There is one at "a\/b\/metadata.json": pack that folder/,
  ],
  [
    'metadata that is not valid JSON',
    [['metadata.json', '{"name": }']],
    /^"metadata.json" is not valid JSON: /,
  ],
  [
    'metadata with a mistake in its third line',
    [['metadata.json', '{\n "name": "a",\n  }']],
    /^"metadata.json" is not valid JSON, line 3, column 3: Expected double-quoted property name\.$/,
  ],
  ['metadata that is too large', [['metadata.json', ' '.repeat(1024 * 1024 + 1)]], /is larger than 1024 KiB/],
]

test.each(refused)('refuses %s with a sentence that names it', async (_, entries, sentence) => {
  expect(await sentenceOf(await packed(...entries))).toMatch(sentence)
})

test('refuses metadata that is not valid text', async () => {
  const archive = await packed(['metadata.json', Buffer.from([0xff, 0xfe]).toString('latin1')])
  expect(await sentenceOf(archive)).toMatch(/is not valid JSON/)
})

test('refuses the entry after the ten thousandth', { tags: ['long'] }, async () => {
  const entries = Array.from({ length: 10_001 }, (_, n): TestEntry => [`f${n}`, ''])
  expect(await sentenceOf(await packed(...entries))).toMatch(
    /more than 10,000 entries, "f10000" is one too many/,
  )
})

test('accepts the deepest allowed path, and refuses a file that is also a folder', async () => {
  const deep = Array.from({ length: 31 }, (_, n) => `d${n}`).join('/')
  expect(await survey(await packed(metadata, [`${deep}/x`, '1'], [`${deep}/y`, '2']))).toMatchObject({
    source: { files: 2 },
  })
  expect(await sentenceOf(await packed(metadata, ['d0/d1', '1'], [`${deep}/x`, '2']))).toMatch(
    /"d0\/d1" is both a file and a folder/,
  )
})

test('stops at the limit before it reads anything beyond', async () => {
  expect(await sentenceOf(await packed(metadata, ['big', 'x'.repeat(2000)]), 1999)).toMatch(
    /unpacks to more than the limit: "big" exceeds it/,
  )
})

test('stops an archive bomb by its compression ratio', async () => {
  const bomb = gzipSync(await tarOf([['zeros', '\0'.repeat(40 * 1024 * 1024)], metadata]))
  expect(bomb.length).toBeLessThan(100_000)
  expect(await sentenceOf(bomb)).toMatch(/unpacks to more than 100 times its size/)
})

test.each([1, 64, 100_000])(
  'reads an archive up to the zeros after it, in pieces of %i bytes',
  async (size) => {
    const filled = Buffer.concat([await solutionArchive(), Buffer.alloc(10_240)])
    const pieces = Array.from({ length: Math.ceil(filled.length / size) }, (_, at) =>
      filled.subarray(at * size, (at + 1) * size),
    )
    expect(await surveyArchive(Readable.from(pieces), LIMIT)).toMatchObject({ all: { files: 6 } })
  },
)

test('distinguishes files that are not archives from damaged archives', async () => {
  const whole = await solutionArchive()
  expect(await sentenceOf(Buffer.from('PK\u0003\u0004rest'))).toMatch(/^This is a zip archive/)
  expect(await sentenceOf(Buffer.from('hello'))).toMatch(/^This is not a tar.gz archive/)
  expect(await sentenceOf(Buffer.alloc(0))).toBe('The archive is empty.')
  expect(await sentenceOf(whole.subarray(0, whole.length - 20))).toMatch(/^The archive is damaged/)
  expect(await sentenceOf(gzipSync('no tar in here'.repeat(100)))).toMatch(/^The archive is damaged/)
  expect(await sentenceOf(gzipSync((await tarOf([metadata])).subarray(0, 513)))).toMatch(
    /^The archive is damaged/,
  )
})
