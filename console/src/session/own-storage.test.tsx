import { afterEach, expect, test } from 'vitest'
import { createOwnStorage, isOwnKey } from './own-storage.ts'

afterEach(() => localStorage.clear())

test("gives a server below a path its own part of a site's storage", () => {
  const mine = createOwnStorage(localStorage, '/podium/')
  const other = createOwnStorage(localStorage, '/podium-2/')
  localStorage.setItem('accountId', 'of the site')
  mine.setItem('accountId', 'mine')
  mine.setItem('id', 'mina')
  other.setItem('accountId', 'of another')
  expect({ ...localStorage }).toEqual({
    accountId: 'of the site',
    '/podium/accountId': 'mine',
    '/podium/id': 'mina',
    '/podium-2/accountId': 'of another',
  })
  expect([mine.length, mine.getItem('accountId'), other.getItem('accountId'), other.getItem('id')]).toEqual([
    2,
    'mine',
    'of another',
    null,
  ])
  expect([mine.key(0), mine.key(1), mine.key(2)].sort()).toEqual(['accountId', 'id', null])
  mine.removeItem('id')
  mine.clear()
  expect({ ...localStorage }).toEqual({ accountId: 'of the site', '/podium-2/accountId': 'of another' })
})

test('gives a server at the root the storage without the parts of servers below paths', () => {
  localStorage.setItem('anything', '1')
  createOwnStorage(localStorage).setItem('accountId', 'mine')
  expect(localStorage.getItem('accountId')).toBe('mine')
  expect([isOwnKey('accountId', 'accountId'), isOwnKey('/podium/accountId', 'accountId')]).toEqual([
    true,
    false,
  ])
  localStorage.setItem('/podium/accountId', 'of a server below a path')
  createOwnStorage(localStorage).clear()
  expect({ ...localStorage }).toEqual({ '/podium/accountId': 'of a server below a path' })
})
