import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, criterion = '', holds = '', proof = ''] = line.split('|').map((cell) => cell.trim())
  const number = /^\d\.\d\.\d+/.exec(criterion)?.[0]
  return number ? [{ number, holds, proof }] : []
})

/** WCAG 2.2 without 4.1.1, which it removed. */
const LEVEL_A =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2'.split(
    ' ',
  )
const LEVEL_AA =
  '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3'.split(
    ' ',
  )

test('lists each criterion of level A and AA with its verdict and how that is known', () => {
  expect(rows.map(({ number }) => number)).toEqual([...LEVEL_A, ...LEVEL_AA])
  const said = ['supports', 'partly', 'not applicable']
  expect(rows.filter(({ holds, proof }) => !said.includes(holds) || proof === '')).toEqual([])
})

test('counts them in the table at the top', () => {
  const counts = [LEVEL_A, LEVEL_AA].map((level) =>
    ['supports', 'partly', 'not applicable'].map(
      (word) => rows.filter(({ number, holds }) => level.includes(number) && holds === word).length,
    ),
  )
  expect(page).toContain(`| Level A (31) | ${counts[0]?.join(' | ')} |`)
  expect(page).toContain(`| Level AA (24) | ${counts[1]?.join(' | ')} |`)
})

test('names only test files that exist', () => {
  const named = [...page.matchAll(/`([\w/.-]+\.(?:spec|test)\.tsx?)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Dialogs that need a directory, a person without a workspace, a request or a lost session, each with its test. */
const OPENED_ELSEWHERE: Record<string, string> = {
  'features/accounts/components/verify-dialog.tsx':
    'console/src/features/accounts/edit-account-page.test.tsx',
  'features/access/approve-dialog.tsx': 'e2e/journeys/access-requests.spec.ts',
  'features/access/ask-for-access-dialog.tsx': 'e2e/journeys/access-requests.spec.ts',
  'features/access/decline-dialog.tsx': 'console/src/features/access/access-requests.test.tsx',
  'features/access/no-workspace-dialog.tsx': 'e2e/journeys/access-requests.spec.ts',
  'features/workspaces/create-workspace-dialog.tsx': 'e2e/journeys/main-job.spec.ts',
  'shell/workspace-chooser.tsx': 'e2e/journeys/workspace-dialogs.spec.ts',
  'features/webhooks/new-webhook-dialog.tsx':
    'console/src/features/webhooks/components/notifications-tab.test.tsx',
  'features/quotas/limits-dialog.tsx': 'console/src/features/quotas/quotas.test.tsx',
  'shell/session-end-dialog.tsx': 'console/src/shell/session-end.test.tsx',
  'ui/dialog/alert-dialog.tsx': 'console/src/ui/dialog/confirm.test.tsx',
  'ui/dialog/form-dialog.tsx': 'console/src/features/quotas/quotas.test.tsx',
}

test('opens every dialog of the console by keys, or names the test that does', () => {
  const source = join(root, 'console/src')
  const drawn = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/\.test\.tsx$/.test(path))
    .filter((path) => /<(?:Form)?Dialog\b/.test(readFileSync(join(source, path), 'utf8')))
  const journey = readFileSync(join(root, 'e2e/fixtures/dialogs.ts'), 'utf8')
  const open = drawn.filter((path) => !journey.includes(`'${path}'`) && !(path in OPENED_ELSEWHERE))
  expect(open).toEqual([])
  expect(Object.values(OPENED_ELSEWHERE).filter((path) => !existsSync(join(root, path)))).toEqual([])
})
