import { expect, test } from 'vitest'
import { menu } from '../routes.tsx'
import { activePrefix } from './sidebar.tsx'

test.each([
  ['/overview', '/overview'],
  ['/solution', '/solution'],
  ['/solution/list', '/solution'],
  ['/solution/s1', '/solution'],
  ['/inferenceModel/run/new', '/inferenceModel'],
  ['/settings', '/settings'],
  ['/settings/workspace', '/settings/workspace'],
  ['/settings/account', '/settings/account'],
  ['/settings/account/edit/a1', '/settings/account'],
  ['/settings/audit', '/settings/audit'],
  ['/settings/engine', '/settings/engine'],
  ['/solutions', undefined],
])('marks at %s the entry of %s', (path, prefix) => {
  expect(activePrefix(menu, path)).toBe(prefix)
})
