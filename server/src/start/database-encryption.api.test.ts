import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { assertUsable } from '@podium/database/fitness.ts'
import { encryptedProxy } from '@podium/database/testing/encrypted-proxy.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeCertificates } from '../testing/certificates.ts'
import { urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

describe('a database that encrypts', { tags: ['openssl'] }, () => {
  let folder: string
  let own: TestDatabase
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'podium-encryption-'))
    await makeCertificates(folder)
    own = await createTestDatabase()
    return async () => {
      await own.drop()
      await rm(folder, { recursive: true })
    }
  })

  /** The database's address with these parameters. */
  async function addressOf(parameters: string, certificate: 'server' | 'ca' | null = 'server') {
    const proxy = await encryptedProxy(own.owner, certificate && join(folder, certificate))
    onTestFinished(proxy.close)
    return `${plainUrlOf(proxy.settings)}?${parameters}`
  }

  const check = async (...asked: Parameters<typeof addressOf>) =>
    assertUsable({ connectionString: await addressOf(...asked) })

  test.each(['require', 'verify-full'])('%s names the parameter for a private authority', async (mode) => {
    await expect(check(`sslmode=${mode}`)).rejects.toThrow(
      /^The database cannot be reached: unable to verify the first certificate\. Add .* sslmode=verify-full&sslrootcert=\/path/,
    )
  })

  test('trusts a named authority, and checks the name in the certificate', async () => {
    const parameters = `sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`
    expect(await check(parameters)).toEqual({ warnings: [] })
    await expect(check(parameters, 'ca')).rejects.toThrow(
      /does not match certificate's altnames.*Name the database in the address as its certificate does\./,
    )
  })

  test('reports a missing file of the authority in one sentence', async () => {
    await expect(check('sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).rejects.toThrow(
      /^The database cannot be reached: ENOENT: no such file or directory, open '\/nowhere\/ca\.pem'/,
    )
  })

  test('says what to set for a database that does not encrypt', async () => {
    await expect(check('sslmode=require', null)).rejects.toThrow(
      /^The database cannot be reached: The server does not support SSL connections\. .*sslmode=disable/,
    )
  })

  test('logs warnings of libraries as lines of the log', async () => {
    const server = startServer({
      PODIUM_LOG_LEVEL: 'warn',
      PODIUM_HOME: join(folder, 'home'),
      PODIUM_DATABASE_URL: await addressOf('sslmode=require'),
    })
    expect(await server.ended).toBe(1)
    const lines = server.text().trim().split('\n')
    expect(lines.at(-1)).toContain('The database cannot be reached: unable to verify the first certificate.')
    expect(lines.slice(0, -1).map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining("SSL modes 'prefer', 'require', and 'verify-ca' are treated as aliases"),
    ])
  })
})

/** The address without the socket that `urlOf` may name, because there is a port. */
function plainUrlOf(settings: ConnectionSettings): string {
  if ('connectionString' in settings) return urlOf(settings)
  return `postgres://${settings.user}@${settings.host}:${settings.port}/${settings.database}`
}
