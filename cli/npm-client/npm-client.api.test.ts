import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildClient } from '../../scripts/build-downloads.mjs'
import { routes } from './package-files.ts'

const run = promisify(execFile)
const ROOT = new URL('../..', import.meta.url).pathname

/** A program that uses the package alone. */
const PROGRAM = `
import { createClient, PodiumError } from '@podium/client'

const [url = '', token = ''] = process.argv.slice(2)
const podium = createClient({ url, token })
const { workspaces } = await podium.listWorkspaces()
const [first] = workspaces
if (!first) throw new Error('no workspace')
const file = { id: first.id, path: 'datasets/a b.csv' }
await podium.putObject({ params: file, body: 'x,y' })
const read = await podium.readObject({ params: file })

// @ts-expect-error a parameter that is missing is found before the call is made
export const wrong = () => podium.readObject({})
// @ts-expect-error and so is one that there is not
export const misspelt = () => podium.listWorkspaces({ query: { pagesize: 5 } })

const refused = await podium.readRun({ params: { id: 'nothing' } }).catch((error: unknown) => error)
if (!(refused instanceof PodiumError)) throw new Error('not refused')
const stranger = await createClient({ url }).listWorkspaces().catch((error: PodiumError) => error.status)
console.log(JSON.stringify({
  name: first.name, text: await read.text(), status: refused.status, sentence: refused.message, stranger,
}))
`

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await createTestApp({ env: { PODIUM_PUBLIC_URL: 'https://example.org/podium' } })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'podium-npm-client-'))
  const installed = join(folder, 'node_modules', '@podium', 'client')
  mkdirSync(installed, { recursive: true })
  const name = await buildClient(ROOT, join(folder, 'built'))
  await run('tar', ['-xzf', join(folder, 'built', name), '--strip-components=1', '-C', installed])
  return async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  }
})

test('reads, uploads and downloads from strict TypeScript with the package alone', async () => {
  const compilerOptions = { strict: true, target: 'ES2023', lib: ['ES2023'], module: 'NodeNext' }
  const files = {
    'package.json': { type: 'module' },
    'tsconfig.json': {
      compilerOptions: {
        ...compilerOptions,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      files: ['program.ts'],
    },
  }
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder })
  await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''))
  const { port } = server.app.server.address() as AddressInfo
  const token = server.people.tokens.member ?? ''
  const { stdout } = await run(process.execPath, ['program.js', `http://127.0.0.1:${port}/podium/`, token], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toEqual({
    name: 'first-ws',
    text: 'x,y',
    status: 404,
    sentence: 'There is nothing here that you may see.',
    stranger: 401,
  })
})

test('has a function for each call that people may make', async () => {
  const bound = server.app.boundRoutes.filter(({ allow }) => allow !== 'run.report').map(({ id }) => id)
  expect(routes.map(({ id }) => id)).toEqual(bound.toSorted())
})

test('builds the same bytes twice', { tags: ['long'] }, async () => {
  const name = await buildClient(ROOT, join(folder, 'again'))
  expect(readFileSync(join(folder, 'again', name)).equals(readFileSync(join(folder, 'built', name)))).toBe(
    true,
  )
})
