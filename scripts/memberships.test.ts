// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname

/** The table in SQL, and in a statement of Drizzle; `current_members` is the view of the memberships that go on. */
const TABLE = /\b(from|join|into|update|using|only|table)\s+"?members\b|\bsql`members\b/i
const IMPORTED = /^import (?!type)\{[^}]*\bmembers\b[^}]*\} from '@podium\/database\/schema\/workspaces\.ts'/m

test('who is a member is read from the view that knows when memberships end, never from the table', () => {
  const naming = readSourceFiles(root)
    .map(({ path }) => path)
    .filter((path) => /^(server\/src|database|cli)\//.test(path))
    .filter((path) => !/\.test\.ts$|\/testing\/|^database\/schema\//.test(path))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return TABLE.test(text) || IMPORTED.test(text)
    })
  // they add, change and remove rows: one of an account that is deleted, the other all the rest
  expect(naming).toEqual([
    'server/src/domains/accounts/repository.ts',
    'server/src/domains/workspaces/members/repository.ts',
  ])
})
