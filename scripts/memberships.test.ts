// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname

/** The table in SQL, and in a Drizzle statement. `current_members` is the view of memberships that have not ended. */
const TABLE = /\b(from|join|into|update|using|only|table)\s+"?members\b|\bsql`members\b/i
const IMPORTED = /^import (?!type)\{[^}]*\bmembers\b[^}]*\} from '@podium\/database\/schema\/workspaces\.ts'/m

test('reads members from the view that knows when memberships end, never from the table', () => {
  const naming = readSourceFiles(root)
    .map(({ path }) => path)
    .filter((path) => /^(server\/src|database|cli)\//.test(path))
    .filter((path) => !/\.test\.ts$|\/testing\/|^database\/schema\//.test(path))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return TABLE.test(text) || IMPORTED.test(text)
    })
  // It adds, changes and removes rows.
  expect(naming).toEqual(['server/src/domains/workspaces/members/repository.ts'])
})
