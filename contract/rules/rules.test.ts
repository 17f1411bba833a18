import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'
import {
  formatPhone,
  isEmail,
  isEnglish,
  isEnglishOrNumber,
  isNumericKey,
  padDecimals,
  truncateToTen,
} from './rules.ts'

test.each([
  ['0212345678', '021-234-5678'],
  ['01012345678', '010-1234-5678'],
  ['010 1234-5678', '010-1234-5678'],
  ['12345', '12345'],
  ['+49 170 1234567 89', '+49 170 1234567 89'],
  ['', ''],
])('the phone number %j is shown as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})

test.each([
  ['Mina Sol', true, true],
  ['', true, true],
  ['Line 3', false, true],
  ['line-3', false, false],
  ['Müller', false, false],
  ['한글', false, false],
])('%j: only letters %j, only letters and digits %j', (text, english, orNumber) => {
  expect([isEnglish(text), isEnglishOrNumber(text)]).toEqual([english, orNumber])
})

test('a numeric field accepts digits and the period, one key at a time', () => {
  expect([...'0123456789.'].every(isNumericKey)).toBe(true)
  for (const key of ['-', '+', 'e', ',', ' ', '', '12', 'Enter', '٣']) expect(isNumericKey(key)).toBe(false)
})

test.each([
  ['mina.sol+lab_1-2@example.org', true],
  ['a@b.c', true],
  ['@example.org', false],
  ['mina@example', false],
  ['mina@.org', false],
  ['mina@example.', false],
  ['mina sol@example.org', false],
  ['mïna@example.org', false],
  ['mina@exam ple.org', false],
  ['mina@a@example.org', false],
])('%j is an e-mail address: %j', (text, is) => {
  expect(isEmail(text)).toBe(is)
})

test('rounds amounts down to a multiple of 10', () => {
  expect([9, 9740, 9748, 0, 12.5].map(truncateToTen)).toEqual([0, 9740, 9740, 0, 10])
})

test('pads decimals and never cuts them', () => {
  expect([padDecimals(0.9, 4), padDecimals(3, 2), padDecimals('0.91234', 2), padDecimals(7, 0)]).toEqual([
    '0.9000',
    '3.00',
    '0.91234',
    '7',
  ])
})

test('lets nobody start runs who may not register solutions, because a start may bring a program of its own', () => {
  expect(permissions['run.start']).toBe(permissions['solution.register'])
})
