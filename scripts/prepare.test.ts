import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildIfStale, installIfStale } from './prepare.mjs'

/** Replaces the build and counts how often it ran. */
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

test('neither installs nor builds a checkout again that was moved or copied', async () => {
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

test('builds again after a source was changed or renamed', async () => {
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
