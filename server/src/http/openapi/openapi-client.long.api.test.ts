import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readDocument } from '@podium/contract/calls/system.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { passwords } from '../../domains/accounts/passwords.ts'
import { podium } from '../../domains/audit/audit.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const run = promisify(execFile)
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const PASSWORD = 'violet kettle under moss'

/** A program written from the document alone. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './podium.ts'

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
const login = (login_pw: string) => client.POST('/api/v1/auth/login', { body: { login_id: 'manager', login_pw } })

// @ts-expect-error a body that the document does not know is found before it is sent
export const misspelt = () => client.POST('/api/v1/auth/login', { body: { login_id: 'manager', password: '' } })

const { error } = await login('wrong')
const detail = error?.detail
const wrong: string | undefined = typeof detail === 'object' && 'error_code' in detail ? detail.error_code : ''

const { data, response } = await login('${PASSWORD}')
if (!data) throw new Error('not signed in')
const who: 'ADMIN' | 'DEVELOPER' = data.role
const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const own = await client.GET('/api/v1/workspaces', { params: { query: { page_size: 5 } }, headers: { cookie } })
const names: string[] = own.data?.workspaces.map((workspace) => workspace.name) ?? []

console.log(JSON.stringify({ wrong, who, names }))
`

let server: TestApp
let folder: string

beforeAll(async () => {
  server = await createTestApp()
  const hash = await passwords.hash(PASSWORD, podium)
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}, last_login_at = now(),
    must_change_password = false`)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'podium-client-'))
  symlinkSync(MODULES, join(folder, 'node_modules'))
  return async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  }
})

/** The program of an npm package among the server's test dependencies. */
function programOf(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path)
}

test('compiles a client that is generated from the document, and it signs in', async () => {
  const files = {
    'openapi.json': await server.as('manager').call(readDocument),
    'package.json': { type: 'module' },
    'tsconfig.json': {
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        target: 'ES2023',
        lib: ['ES2023', 'DOM'],
        module: 'NodeNext',
        types: ['node'],
        rewriteRelativeImportExtensions: true,
        outDir: 'made',
      },
      files: ['sign-in.ts', 'podium.ts'],
    },
  }
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content))
  writeFileSync(join(folder, 'sign-in.ts'), PROGRAM)

  const node = (...args: string[]) => run(process.execPath, args, { cwd: folder })
  await node(programOf('openapi-typescript', 'bin/cli.js'), 'openapi.json', '-o', 'podium.ts')
  await run(join(MODULES, '.bin', 'tsc'), ['-p', '.'], { cwd: folder })
  const { port } = server.app.server.address() as AddressInfo
  const { stdout } = await node('made/sign-in.js', `http://127.0.0.1:${port}`)

  expect(JSON.parse(stdout)).toEqual({
    wrong: 'USER.LOGIN.001',
    who: 'DEVELOPER',
    names: ['first-ws'],
  })
})
