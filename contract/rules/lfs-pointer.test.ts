import { expect, test } from 'vitest'
import { isLfsPointer } from './lfs-pointer.ts'

const OID = `oid sha256:${'4d7a'.repeat(16)}`
const pointer = (...lines: string[]) =>
  `${['version https://git-lfs.github.com/spec/v1', ...lines].join('\n')}\n`

test.each([
  ['as Git writes it', pointer(OID, 'size 12345')],
  ['with the line ends of Windows', pointer(OID, 'size 12345').replaceAll('\n', '\r\n')],
  ['with an extension', pointer(`ext-0-foo sha256:${'a'.repeat(64)}`, OID, 'size 1')],
  ['from before Git LFS had its name', pointer(OID, 'size 1').replace('git-lfs', 'hawser')],
])('recognises a pointer %s', (_, content) => {
  expect(isLfsPointer(content)).toBe(true)
})

test.each([
  ['the file itself', 'a,b\n1,2\n'],
  ['a text about pointers', `${pointer(OID, 'size 12345')}\nis how a pointer looks.\n`],
  ['nothing', ''],
  ['half a pointer', pointer(OID)],
])('does not take %s for a pointer', (_, content) => {
  expect(isLfsPointer(content)).toBe(false)
})
