import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnknownAuthority, trustAuthority, untrusted } from './authority.ts'

test('tells a certificate of an unknown authority from a server that is away', () => {
  expect(isUnknownAuthority('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe(true)
  expect(isUnknownAuthority('ECONNREFUSED')).toBe(false)
  expect(untrusted('https://podium.example.org', 'DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('--ca FILE')
})

test('refuses a file without a certificate by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-ca-'))
  const file = join(folder, 'ca.pem')
  await writeFile(file, 'no certificate')
  await expect(trustAuthority(file)).rejects.toThrow('contains no certificate')
  await expect(trustAuthority(join(folder, 'none.pem'))).rejects.toThrow('There is no file')
  await rm(folder, { recursive: true })
})
