// @module-tag git
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { importProblem } from './import-rule.ts'
import { findCycle, readSourceFiles, type SourceFile } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname
let files: SourceFile[]
let sources: SourceFile[]
beforeAll(() => {
  files = readSourceFiles(root)
  sources = files.filter((file) => !/\.test\.tsx?$/.test(file.path))
})

function atShare(share: number): number {
  const lengths = sources.map((file) => file.lines).sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length * share)] ?? 0
}

/** Returns the console's files, except tests, that contain a word. */
function reaching(word: RegExp): string[] {
  return sources
    .filter(
      ({ path }) => path.startsWith('console/src/') && word.test(readFileSync(join(root, path), 'utf8')),
    )
    .map(({ path }) => path)
}

/** Returns the folders at which two paths diverge, such as 'server/src/http server/src/domains'; null if nested. */
function betweenNeighbours(from: string, to: string): string | null {
  const [one, other] = [from.split('/'), to.split('/')]
  const parted = one.findIndex((name, at) => name !== other[at])
  const isFolder = parted < one.length - 1 && parted < other.length - 1
  return isFolder ? [one, other].map((names) => names.slice(0, parted + 1).join('/')).join(' ') : null
}

test('allows no file over 400 lines', () => {
  expect(files.filter((file) => file.lines > 400).map((file) => file.path)).toEqual([])
})

test('keeps the median file within 80 lines, and 95 of 100 within 300', () => {
  expect(atShare(0.5)).toBeLessThanOrEqual(80)
  expect(atShare(0.95)).toBeLessThanOrEqual(300)
})

test('allows no import cycle', () => {
  expect(findCycle(files)).toBeNull()
})

test('allows at most 40 files in a folder', () => {
  const folders = sources
    .filter(({ path }) => !/\/testing\/|^(e2e|bench)\//.test(path))
    .map(({ path }) => dirname(path))
  const counts = folders.map((folder) => `${folder}: ${folders.filter((other) => other === folder).length}`)
  expect([...new Set(counts)].filter((count) => Number(count.split(': ')[1]) > 40)).toEqual([])
})

test('allows no two neighbouring folders that import each other', () => {
  const ways = new Set(
    sources
      .filter(({ path }) => !/\/testing\/|^(e2e|bench)\//.test(path))
      .flatMap(({ path, imports }) => imports.flatMap((to) => betweenNeighbours(path, to) ?? [])),
  )
  expect([...ways].filter((way) => ways.has(way.split(' ').reverse().join(' ')))).toEqual([])
})

test('allows imports in one direction', () => {
  const wrong = files.flatMap((file) =>
    file.imports.flatMap((to) => {
      const problem = importProblem(file.path, to)
      return problem ? [`${file.path} → ${to}: ${problem}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('changes records in one way, and reads invalid data again in one place', () => {
  expect(reaching(/\buseMutation\b/)).toEqual(['console/src/record/use-change.ts'])
  expect(reaching(/\binvalidateQueries\b/)).toEqual([
    'console/src/record/use-change.ts',
    'console/src/record/use-deletion.tsx',
    // For changes of runs.
    'console/src/session/run-changes.ts',
  ])
  // The login is loaded before the layer.
  expect(reaching(/\bset(Is)?(Busy|UnderWay|Saving)\b/)).toEqual(['console/src/features/auth/login-form.tsx'])
})

test("tells the time in the console by the server's clock", () => {
  expect(reaching(/\bDate\.now\b|new Date\(\)/)).toEqual(['console/src/format/server-clock.ts'])
})

test('keeps keys of an input method back before anything else listens, and reads letters in one place', () => {
  const main = readFileSync(join(root, 'console/src/main.tsx'), 'utf8').split('\n')
  expect(main.find((line) => line !== '' && !line.startsWith('import '))).toBe('keepComposingKeys()')
  // `key` alone differs by keyboard layout: see pressed-key.ts.
  expect(reaching(/\bevent\.(code\b|key(\.\w+\(\))?\s*[!=]==\s*'.')/)).toEqual([])
})

test('lets no browser translate code', () => {
  expect(reaching(/(?<!\?)<(code|pre)(?=[\s>])(?!\s+translate="no")/)).toEqual([])
})

test('gives a test that replaces a module its own modules', () => {
  const mocking = files.filter(
    ({ path }) =>
      path.endsWith('.test.ts') && /\bvi\.(doM|m)ock\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(mocking.filter(({ path }) => !/\.mocking\.(api\.)?test\.ts$/.test(path))).toEqual([])
})

test('allows no dump folder and no barrel', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const dumps = listed
    .split('\n')
    .filter((path) => /(^|\/)(utils?|helpers?|common|shared|lib)(\/|\.tsx?$)|(^|\/)index\.tsx?$/.test(path))
  expect(dumps).toEqual([])
})

test('refuses by the rule itself what it should', () => {
  expect(importProblem('contract/wire/route.ts', 'server/src/app.ts')).toContain(
    'contract does not import server',
  )
  expect(
    importProblem('server/src/domains/accounts/service.ts', 'server/src/domains/run-records/reads.ts'),
  ).toContain('leftwards')
  expect(
    importProblem('server/src/domains/run-records/reads.ts', 'server/src/domains/runs/service.ts'),
  ).toContain('does not call')
  expect(
    importProblem('server/src/domains/run-loop/run-reads.ts', 'server/src/domains/run-loop/claim.ts'),
  ).toContain('reads does not call service')
  expect(
    importProblem('server/src/domains/runs/start/start.ts', 'server/src/domains/solutions/repository.ts'),
  ).toContain('is its own')
  expect(
    importProblem('server/src/domains/runs/start/start.ts', 'server/src/domains/solutions/unstorable.ts'),
  ).toBeNull()
  expect(importProblem('server/src/app.ts', 'engines/local/engine.ts')).toContain('only main.ts')
  expect(importProblem('console/src/ui/button.tsx', 'console/src/api/client.ts')).toContain('kit')
  expect(
    importProblem('console/src/features/solutions/list.tsx', 'console/src/features/runs/components/chip.tsx'),
  ).toContain('solutions does not import runs')
  expect(
    importProblem('console/src/features/overview/page.tsx', 'console/src/features/runs/components/chip.tsx'),
  ).toBeNull()
})
