import { expect, test } from 'vitest'
import { allCases } from '../../testing/package-failures/all-cases.ts'
import { failureOf } from '../../testing/package-failures/failure-case.ts'
import { readRecordings } from '../../testing/package-failures/recordings.ts'
import type { FailedInstall } from './failure/failed-install.ts'
import { installSentence } from './install-sentence.ts'

const NOTHING_SET = { index_url: null, extra_index_url: null, find_links: null }

function failed(output: string, more: Partial<FailedInstall> = {}): FailedInstall {
  const files = { 'requirements.txt': 'line-a\n' }
  return { tool: 'pip', output, code: 1, python: '3.11.2', files, settings: NOTHING_SET, ...more }
}

// failures.packages.test.ts runs the installers in the same cases and records their output.
const rows = Object.entries(await allCases()).flatMap(([kind, cases]) =>
  readRecordings(kind).flatMap((recording) => {
    const one = cases.find(({ name }) => name === recording.name)
    if (!one) throw new Error(`There is no case '${recording.name}' among the ${kind}.`)
    return recording.installers.map((installer) => ({ kind, installer, one, recording }))
  }),
)

test.each(rows)('$kind, $recording.name: $installer', ({ installer, one, recording }) => {
  const sentence = installSentence(failureOf(one, installer, recording))
  expect(sentence).toBe(recording.sentence)
  expect(sentence).not.toMatch(/last line|note:|hint:|log says|-of-index|-of-file|-of-git|-of-\w+@/)
})

test('has a recording of every case and installer', async () => {
  for (const [kind, cases] of Object.entries(await allCases())) {
    const recorded = new Set(readRecordings(kind).map(({ name }) => name))
    expect(cases.map(({ name }) => name).filter((name) => !recorded.has(name))).toEqual([])
  }
})

test.each([
  [
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    'The disk became full',
  ],
  [
    'The virtual environment was not created successfully because ensurepip is not available.  On Debian/Ubuntu systems, you need to install the python3-venv package',
    'This machine cannot make Python environments',
  ],
  ['error: resolution-too-deep\n\n× Dependency resolution exceeded maximum depth', 'name exact versions'],
  ['MemoryError', 'choose a larger tier'],
])('%s', (output, sentence) => {
  expect(installSentence(failed(output))).toContain(sentence)
})

test('names the last line that may be a cause if the failure is unknown', () => {
  const output = 'Segmentation fault\n\nnote: This is an issue with the package.\nhint: See above.\n   ^^^\n'
  expect(installSentence(failed(output))).toBe(
    'The packages could not be installed (exit code 1); last line: Segmentation fault',
  )
  expect(installSentence(failed('', { code: null }))).toBe(
    'The packages could not be installed (exit code unknown).',
  )
})

test('masks user names and passwords in addresses', () => {
  const output =
    'fatal: cannot read https://token@packages.example/a and http://reader:pass@packages.example/b'
  expect(installSentence(failed(output))).toContain(
    'cannot read https://***@packages.example/a and http://***@packages.example/b',
  )
})

test('says that PyPI does not answer if no other index is set', () => {
  const output =
    'WARNING: Retrying (Retry(total=0)) after connection broken by \'ReadTimeoutError("Read timed out. (read timeout=15)")\': /simple/line-a/\nERROR: Could not find a version that satisfies the requirement line-a (from versions: none)'
  expect(installSentence(failed(output))).toBe(
    'The index PyPI does not answer: try again later, or ask an administrator if this machine may reach it.',
  )
})
