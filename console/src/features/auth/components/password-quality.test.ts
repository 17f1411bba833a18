import { expect, test } from 'vitest'
import { passwordQuality } from './password-quality.ts'

test.each([
  ['', 'Too short', 0],
  ['lantern', 'Too short', 1],
  ['seven harbours!', 'Good', 3],
  ['seven quiet harbours', 'Very good', 4],
  ['x'.repeat(129), 'Too long', 1],
  ['my PODIUM is the best', 'Too easy to guess', 1],
  ['hello mina-sol, hello', 'Too easy to guess', 1],
])('rates %s as %s', (password, word, bars) => {
  expect(passwordQuality(password, ['mina-sol', 'Mina Sol', 'mina@aster.example'])).toMatchObject({
    word,
    bars,
  })
})

test('lists rules that count the characters and name the words to leave out', () => {
  expect(passwordQuality('lantern', ['admin', 'Mina Sol', 'mina@aster.example']).rules).toEqual([
    { text: 'At least 15 characters (7 so far)', met: false },
    { text: 'Does not contain “podium”, “admin” or “mina”', met: true },
  ])
})

test('accepts fewer characters with a second factor', () => {
  expect(passwordQuality('lantern8', [], 8)).toMatchObject({ word: 'Good', good: true })
  expect(passwordQuality('lantern', [], 8).rules[0]).toEqual({
    text: 'At least 8 characters (7 so far)',
    met: false,
  })
})
