import { expect, test } from 'vitest'
import { passwordProblem } from './password-policy.ts'

const owner = { username: 'jane.roe', display_name: 'Jane Roe-Smith', email: 'jroe@example.org' }
const problem = (password: string) => passwordProblem(password, owner)

test.each([
  'violet kettle under moss',
  'correct horse battery staple',
  'qhwmzrtbvplkgxd',
  'пароль-от-калитки',
  '💥🦉🌧🪁🧭🪶🗝🧩🎻🪨🫧🦔🪞🧵🫎',
  'x9'.concat('k2fq7zt0wm4', 'b'.repeat(115)),
])('%s is accepted', (password) => {
  expect(problem(password)).toBeNull()
})

test.each([
  ['short', 'Use at least 15 characters.'],
  ['qhwmzrtbvplkgx', 'Use at least 15 characters.'],
  ['x'.repeat(129), 'Use at most 128 characters.'],
  ['               ', 'Use something other than spaces.'],
  ['aaaaaaaaaaaaaaa', 'This password repeats very few characters. Choose another one.'],
  ['violetvioletviolet', 'This password repeats the same part. Choose another one.'],
  ['passwordpassword1', 'This password is made of very common words or runs of keys. Choose another one.'],
  ['abcdefghijklmnop', 'This password is made of very common words or runs of keys. Choose another one.'],
  ['1qaz2wsx3edc4rfv', 'This password is made of very common words or runs of keys. Choose another one.'],
  ['Qwertyuiop12345!', 'This password is made of very common words or runs of keys. Choose another one.'],
  [
    'iloveyou-sunshine-2026',
    'This password is made of very common words or runs of keys. Choose another one.',
  ],
  ['my podium of moss', "Leave 'podium' out of the password: it is easy to guess for you."],
  ['under JANE.ROE moss', "Leave 'jane.roe' out of the password: it is easy to guess for you."],
  ['kettle smith kettle x', "Leave 'smith' out of the password: it is easy to guess for you."],
])('%s is refused with a reason', (password, reason) => {
  expect(problem(password)).toBe(reason)
})

test('words of three letters in a name refuse nothing', () => {
  expect(
    passwordProblem('amber lantern over roe frost', { username: 'roe', display_name: 'Roe', email: null }),
  ).toBeNull()
})

test('any input is judged at once', () => {
  const began = performance.now()
  problem('password'.repeat(12_500))
  problem('ab'.repeat(64))
  expect(performance.now() - began).toBeLessThan(500)
})
