import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
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
])('%s is accepted', async (password) => {
  expect(await problem(password)).toBeNull()
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
  ['my podium of moss', "Leave 'podium' out of the password: it is easy to guess."],
  ['under JANE.ROE moss', "Leave 'jane.roe' out of the password: it is easy to guess."],
  ['kettle smith kettle x', "Leave 'smith' out of the password: it is easy to guess."],
])('%s is refused with a reason', async (password, reason) => {
  expect(await problem(password)).toBe(reason)
})

const COMMON = 'This password is made of very common words or runs of keys. Choose another one.'

test.each([
  ...[
    'marlboro',
    'midnight',
    'scorpion',
    'victoria',
    'einstein',
    'champion',
    'Champion',
    'MIDNIGHT',
    ' marlboro',
  ],
  ...[
    '1q2w3e4r5t6y7u8i9o',
    '1q2w3e4r5t6y7u8i9o0p',
    'q1w2e3r4t5y6u7i8o9p0',
    'Zaq12wsxcde34rfv',
    '0p9o8i7u6y5t4r3e2w1q',
  ],
])('%s is common, even if a second factor makes eight characters enough', async (password) => {
  expect(await passwordProblem(password, { ...owner, second_factor: true })).toBe(COMMON)
})

test('refuses every password of the well-known list, whatever its case', { tags: ['long'] }, async () => {
  const listed = dictionary['passwords-common'].filter((entry) => entry.length >= 8)
  expect(listed.length).toBeGreaterThan(10_000)
  const nobody = { username: 'kim', display_name: 'Kim', email: null, second_factor: true }
  const problems = await Promise.all(listed.map((entry) => passwordProblem(entry.toUpperCase(), nobody)))
  expect(listed.filter((_, at) => problems[at] === null)).toEqual([])
})

test('accepts a common password with enough uncommon characters', async () => {
  expect(await passwordProblem('marlboro-kx7vqz', { ...owner, second_factor: true })).toBeNull()
})

test('does not refuse words of three letters that are part of a name', async () => {
  expect(
    await passwordProblem('amber lantern over roe frost', {
      username: 'roe',
      display_name: 'Roe',
      email: null,
    }),
  ).toBeNull()
})

test('checks any input at once', async () => {
  const taken = await processorTimeOf(async () => {
    await problem('password'.repeat(12_500))
    await problem('ab'.repeat(64))
  })
  expect(taken).toBeLessThan(500)
})
