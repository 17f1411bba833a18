import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { openSecretBox } from './secret-key.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-key-'))
  return () => rm(home, { recursive: true })
})

const configWith = (env: Record<string, string> = {}): Config => readConfig({ PODIUM_HOME: home, ...env })

test('makes the key of a home once, readable for its owner only', async () => {
  const first = await openSecretBox(configWith(), false)
  const kept = first.seal('secret', 'here')
  const again = await openSecretBox(configWith(), false)
  expect(again.open(kept, 'here')).toBe('secret')
  expect((await stat(join(home, 'secret-key'))).mode & 0o777).toBe(0o600)
})

test('makes no key if several servers may serve', async () => {
  const box = await openSecretBox(configWith(), true)
  expect(box.key_id).toBeNull()
  expect(() => box.seal('secret', 'here')).toThrow('no key')
  await expect(stat(join(home, 'secret-key'))).rejects.toThrow('ENOENT')
})

test('opens with the home’s key what it sealed, after another key is set', async () => {
  const kept = (await openSecretBox(configWith(), false)).seal('secret', 'here')
  const env = { PODIUM_SECRET_KEY: randomBytes(32).toString('base64') }
  const fresh = await openSecretBox(configWith(env), true)
  expect(fresh.open(kept, 'here')).toBe('secret')
  expect(fresh.seal('secret', 'here').key_id).not.toBe(kept.key_id)
  await writeFile(join(home, 'secret-key'), 'short\n')
  expect((await openSecretBox(configWith(env), true)).hasKeyOf(kept.key_id)).toBe(false)
})

test('uses the configured key, and the previous one to open what that one sealed', async () => {
  const before = await openSecretBox(configWith(), false)
  const kept = before.seal('secret', 'here')
  const old = await readFile(join(home, 'secret-key'), 'utf8')
  await rm(join(home, 'secret-key'))
  const env = { PODIUM_SECRET_KEY: randomBytes(32).toString('base64') }
  const fresh = await openSecretBox(configWith(env), false)
  expect(fresh.hasKeyOf(kept.key_id)).toBe(false)
  const both = await openSecretBox(configWith({ ...env, PODIUM_SECRET_KEY_BEFORE: old }), false)
  expect(both.open(kept, 'here')).toBe('secret')
  expect(both.seal('secret', 'here').key_id).toBe(fresh.key_id)
})

test('refuses an invalid key and leaves it unchanged', async () => {
  await writeFile(join(home, 'secret-key'), 'short\n')
  await expect(openSecretBox(configWith(), false)).rejects.toThrow(
    'is not a key for secrets. Put the file back',
  )
  expect(await readFile(join(home, 'secret-key'), 'utf8')).toBe('short\n')
  expect(() => configWith({ PODIUM_SECRET_KEY: 'c2hvcnQ=' })).toThrow(
    "PODIUM_SECRET_KEY: give 32 random bytes in base64, as the command 'openssl rand -base64 32' prints them.",
  )
})
