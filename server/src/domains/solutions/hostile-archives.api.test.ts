import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { deleteObject } from '@podium/contract/calls/objects.ts'
import { checkArchive, listSolutions, registerArchive } from '@podium/contract/calls/solutions.ts'
import { paxOf, type RawEntry, rawEntry } from '@podium/contract/testing/tars.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { packed, type TestEntry, tarOf } from './testing/archive.ts'
import { packedClaiming } from './testing/hostile-archive.ts'
import { inFirst, metadataNamed } from './testing/seed.ts'

const BUCKET = 'first-bucket'
const UPLOAD = 'uploads/hostile.tar.gz'
const MIB = 1024 * 1024

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp({ config: { upload_max: 64 * MIB } })
  return () => podium.close()
})

const metadata: TestEntry = ['metadata.json', JSON.stringify(metadataNamed('hostile'))]
const whole: TestEntry[] = [metadata, ['train.py', 'pass'], ['data/train/a.csv', 'a\n1\n']]
/** A complete solution with one more entry, so that everything except that entry could be registered. */
const withEntry = (...entries: TestEntry[]) => packed(...whole, ...entries)
const named = (path: string) => withEntry(['placeholder', 'x', { pax: { path } }])
const ofType = (type: string) => packedClaiming({ type }, ...whole, ['odd', ''])
const sized = (size: string) => withEntry(['odd', 'x', { pax: { size } }], ['large', 'x'.repeat(MIB)])

const afterHeaders = async (...headers: RawEntry[]) =>
  gzipSync(Buffer.concat([...headers.map(rawEntry), await tarOf(whole)]))

const hostile: [what: string, archive: () => Promise<Buffer>, sentence: RegExp][] = [
  ['an absolute path', () => withEntry(['/etc/cron.d/x', 'x']), /^"\/etc\/cron.d\/x" is an absolute path\./],
  ['an absolute path in its second header', () => named('/etc/x'), /^"\/etc\/x" is an absolute path\./],
  ['a drive', () => withEntry(['C:/x', 'x']), /^"C:\/x" is an absolute path\./],
  ['a way up', () => withEntry(['a/../../x', 'x']), /^"a\/..\/..\/x" leads out of the archive with ".."\.$/],
  ['a way up in its second header', () => named('../../x'), /^"..\/..\/x" leads out of the archive/],
  ['a way up to itself', () => withEntry(['a/../x', 'x']), /^"a\/..\/x" leads out of the archive/],
  ['a backslash', () => withEntry(['..\\..\\x', 'x']), /contains a character that no file name may have\.$/],
  ['a line break in a name', () => named('a\nb'), /^The name "a\?b" contains a character/],
  ['a NUL in a name', () => named('train\0.py'), /^The name "train\?.py" contains a character/],
  ['a name of 1,001 bytes', () => named(`${'n/'.repeat(30)}${'ü'.repeat(471)}`), /is too long\.$/],
  ['a part of 256 bytes', () => named('n'.repeat(256)), /is too long\.$/],
  ['a link', () => withEntry(['x', '', { type: 'symlink', linkname: '/etc/passwd' }]), /^"x" is a link\./],
  [
    'a link below which a file lies',
    () => withEntry(['d', '', { type: 'symlink', linkname: '/etc' }], ['d/passwd', 'x']),
    /^"d" is a link\./,
  ],
  ['a hard link', () => withEntry(['x', '', { type: 'link', linkname: 'train.py' }]), /^"x" is a link\./],
  [
    'a device',
    () => withEntry(['x', '', { type: 'block-device' }]),
    /^"x" is neither a file nor a folder\.$/,
  ],
  ['a terminal', () => withEntry(['x', '', { type: 'character-device' }]), /^"x" is neither a file nor/],
  ['a pipe', () => withEntry(['x', '', { type: 'fifo' }]), /^"x" is neither a file nor a folder\.$/],
  [
    'a sparse file',
    () => ofType('S'),
    /^The archive holds "odd" as a sparse file\. Pack it whole: tar without --sparse\.$/,
  ],
  [
    'a sparse file with a long name',
    () => afterHeaders({ type: 'L', content: `${'n'.repeat(110)}\0` }, { type: 'S', name: 'n'.repeat(100) }),
    /^The archive holds "n{110}" as a sparse file\. /,
  ],
  [
    'a sparse file in its second header',
    () => withEntry(['x', '1\n0\n1\n', { pax: { 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0' } }]),
    /^"x" is a sparse file\. Pack it whole/,
  ],
  ['a type nobody knows', () => ofType('Z'), /^"odd" is neither a file nor a folder\.$/],
  ['a name twice', () => withEntry(['x', '1'], ['./x', '2']), /^"x" is in the archive twice\.$/],
  ['its metadata twice', () => withEntry(metadata), /^"metadata.json" is in the archive twice\.$/],
  ['a file below a file', () => withEntry(['train.py/x', '1']), /^"train.py" is both a file and a folder\.$/],
  [
    '10,001 entries',
    () => withEntry(...Array.from({ length: 9_998 }, (_, n): TestEntry => [`f${n}`, ''])),
    /^The archive has more than 10,000 entries, "f9997" is one too many\.$/,
  ],
  [
    'a hundred times its size',
    () => withEntry(['zeros', '\0'.repeat(40 * MIB)]),
    /^The archive unpacks to more than 100 times its size\. This looks like a decompression bomb\.$/,
  ],
  [
    'more than the limit',
    () => packedClaiming({ size: 65 * MIB }, ...whole, ['large', 'x']),
    /^The archive unpacks to more than the limit: "large" exceeds it\.$/,
  ],
  ['a size below nothing', () => sized('-99999999999'), /^The archive is damaged/],
  ['a size that is no number', () => sized('many'), /^The archive is damaged/],
  [
    'a size in no known notation',
    () => afterHeaders({ size: Buffer.alloc(12, 0x81) }),
    /^The archive is damaged \(a tar header has an invalid size\)\. Pack it again\.$/,
  ],
  [
    'a global header of 1 KiB and a byte',
    () => afterHeaders({ type: 'g', content: paxOf(1025) }),
    /^The archive holds a tar header of more than 1 KiB, which extended attributes can cause\. Pack it again\.$/,
  ],
  [
    'a pax header of 64 KiB and a byte',
    () => afterHeaders({ type: 'x', content: paxOf(64 * 1024 + 1) }),
    /^The archive holds a tar header of more than 64 KiB, which extended attributes can cause\. Pack it again\.$/,
  ],
  [
    '30,000 empty blocks behind its files',
    async () => gzipSync(Buffer.concat([await tarOf(whole), Buffer.alloc(30_000 * 512)])),
    /^The archive holds more than 30,000 tar headers\. Pack it again\.$/,
  ],
  ['less than it says', async () => (await withEntry()).subarray(0, 200), /^The archive is damaged/],
]

test.each(hostile)(
  'refuses an archive with %s with a sentence, and stores none of its files',
  async (_, make, sentence) => {
    const { objects, database } = podium.deps
    await objects.put(BUCKET, UPLOAD, Readable.from([await make()]), { replace: true })
    for (const route of [checkArchive, registerArchive] as const) {
      const answer = await podium.as('member').ask(route, { query: inFirst, body: { path: UPLOAD } })
      expect([answer.statusCode, answer.json().detail]).toEqual([422, expect.stringMatching(sentence)])
    }
    expect(await pathsIn(BUCKET)).toEqual([UPLOAD])
    expect((await podium.as('member').call(listSolutions, { query: inFirst })).total).toBe(0)
    expect(await database.select().from(pendingRemovals)).toEqual([])
    const told = await database.select().from(auditEvents).where(eq(auditEvents.object_kind, 'solution'))
    expect(told).toEqual([])
  },
)

test('a refused archive is deleted like any upload, and the corrected one is registered in its place', async () => {
  const { objects } = podium.deps
  await objects.put(BUCKET, UPLOAD, Readable.from([await named('../x')]), { replace: true })
  const params = { id: podium.people.first.id, path: UPLOAD }
  expect((await podium.as('member').ask(deleteObject, { params })).statusCode).toBe(200)
  expect(await pathsIn(BUCKET)).toEqual([])
  await objects.put(BUCKET, UPLOAD, Readable.from([await withEntry()]))
  const body = { path: UPLOAD }
  const made = await podium.as('member').call(registerArchive, { query: inFirst, body })
  expect(made.versions).toMatchObject([{ version: 1 }])
})

async function pathsIn(bucket: string): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list(bucket, '')) paths.push(path)
  return paths
}
