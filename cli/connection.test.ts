import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, keepSession } from './connection.ts'

const TOKEN = `podium_${'t'.repeat(43)}`
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-cli-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  vi.stubEnv('PODIUM_HOME', join(folder, 'nothing'))
  vi.stubEnv('PODIUM_URL', undefined)
  vi.stubEnv('PODIUM_TOKEN', undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test('sends a stored session as the cookie, and a stored access token as Bearer', async () => {
  await expect(connect(undefined)).rejects.toThrow('Please sign in first')
  await keepSession('http://127.0.0.1:8080', 's'.repeat(43))
  expect((await connect(undefined)).headers).toEqual({ cookie: `access-token=${'s'.repeat(43)}` })
  await keepSession('http://127.0.0.1:8080', TOKEN)
  expect(await connect('http://127.0.0.1:8080/')).toEqual({
    address: 'http://127.0.0.1:8080',
    headers: { authorization: `Bearer ${TOKEN}` },
    host: false,
  })
})

test('prefers the access token of the environment', async () => {
  await keepSession('http://127.0.0.1:8080', 's'.repeat(43))
  vi.stubEnv('PODIUM_TOKEN', TOKEN)
  vi.stubEnv('PODIUM_URL', 'https://podium.example.org')
  const { address, headers } = await connect(undefined)
  expect([address, headers]).toEqual(['https://podium.example.org', { authorization: `Bearer ${TOKEN}` }])
  expect((await connect('http://127.0.0.1:9000')).address).toBe('http://127.0.0.1:9000')
})
