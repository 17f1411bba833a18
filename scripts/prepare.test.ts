import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildIfStale, installIfStale } from './prepare.mjs'

/** Stands in for the build and counts how often it ran. */
const BUILD = `import { appendFileSync } from 'node:fs'\nappendFileSync('builds', 'x')\n`

let folder: string
let printed: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-prepare-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

async function checkout(name: string): Promise<string> {
  const root = join(folder, name)
  await mkdir(join(root, 'scripts'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"name":"sample","version":"1.0.0"}')
  const lock = { name: 'sample', version: '1.0.0', lockfileVersion: 3, packages: {} }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
  await writeFile(join(root, 'scripts', 'build.mjs'), BUILD)
  return root
}

test('a checkout that was moved or copied is neither installed nor built again', async () => {
  const first = await checkout('first')
  await mkdir(join(first, 'node_modules'))
  installIfStale(first)
  buildIfStale(first)
  expect(printed.filter((line) => line.endsWith('…'))).toHaveLength(2)
  printed = []
  await cp(first, join(folder, 'copied'), { recursive: true })
  await rename(first, join(folder, 'moved'))
  for (const root of ['copied', 'moved'].map((name) => join(folder, name))) {
    installIfStale(root)
    buildIfStale(root)
    expect(await readFile(join(root, 'builds'), 'utf8')).toBe('x')
  }
  expect(printed).toEqual([])
})

test('a source that changed is built again, and one that was renamed too', async () => {
  const root = await checkout('first')
  await mkdir(join(root, 'server', 'start'), { recursive: true })
  const change: [string, () => Promise<void>][] = [
    ['x', async () => undefined],
    ['xx', () => writeFile(join(root, 'server', 'main.ts'), 'a')],
    ['xxx', () => writeFile(join(root, 'server', 'main.ts'), 'b')],
    ['xxxx', () => rename(join(root, 'server', 'main.ts'), join(root, 'server', 'start', 'main.ts'))],
  ]
  for (const [builds, make] of change) {
    await make()
    buildIfStale(root)
    expect(await readFile(join(root, 'builds'), 'utf8')).toBe(builds)
  }
})
