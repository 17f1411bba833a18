import { expect, test } from 'vitest'
import { createRecentChanges } from './recent-changes.ts'

const change = (run: string) => ({ workspace: 'w', run })

test('returns the changes after a position', () => {
  const changes = createRecentChanges()
  changes.add(change('a'))
  const position = changes.position()
  expect(changes.since(position)).toEqual([])
  changes.add(change('b'))
  changes.add(change('c'))
  expect(changes.since(position)).toEqual([change('b'), change('c')])
  expect(changes.since(changes.position())).toEqual([])
})

test('returns null for a position that is of another server, too old, before a gap, or invalid', () => {
  const changes = createRecentChanges(2)
  const first = changes.position()
  for (const run of ['a', 'b']) changes.add(change(run))
  expect(changes.since(first)).toEqual([change('a'), change('b')])
  changes.add(change('c'))
  const beforeGap = changes.position()
  const [server] = beforeGap.split('.')
  const unknown = [
    first,
    createRecentChanges().position(),
    '',
    'x',
    `${server}.99`,
    `${server}.x`,
    `${server}.-1`,
  ]
  for (const position of unknown) expect(changes.since(position)).toBeNull()
  changes.add(null)
  expect(changes.since(beforeGap)).toBeNull()
  expect(changes.since(changes.position())).toEqual([])
})
