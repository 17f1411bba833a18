import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { inDatabase } from './in-database.ts'
import { startTestServer, type TestServer, useOutsideServer } from './test-servers.ts'
import { withClient } from './with-client.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testPostgres: Omit<TestServer, 'end'> & { owningRole: string; template: string }
  }
}

let server: TestServer | null = null

/** Starts one PostgreSQL for the whole run, with a migrated database of which every test gets a copy. */
export async function setup(project: TestProject): Promise<void> {
  const outside = process.env.PODIUM_TEST_DATABASE_URL
  server = outside ? await useOutsideServer(outside) : await startTestServer()
  const { admin, owner, serving, prefix, copies } = server
  const owningRole = await withClient(inDatabase(owner, 'postgres'), async (client) => client.user ?? '')
  const template = `${prefix}_template`
  await withClient(admin, (client) => client.query(`create database ${template} owner ${owningRole}`))
  await migrate({ owner: inDatabase(owner, template), serving: inDatabase(serving, template) })
  project.provide('testPostgres', { admin, owner, serving, prefix, copies, owningRole, template })
}

export async function teardown(): Promise<void> {
  await server?.end()
}
