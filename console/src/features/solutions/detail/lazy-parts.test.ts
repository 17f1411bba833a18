import { expect, test } from 'vitest'
import { usedWords, usersOf } from './lazy-parts.tsx'

const by = (...names: string[]) => names.map((created_by) => ({ created_by }))

test('names everyone who made something once, whoever made most first', () => {
  const users = usersOf(by('Jonas', 'Mina', 'Mina', ''), by('Lea', 'Mina'))
  expect(users.map((user) => `${user.name}: ${usedWords(user)}`)).toEqual([
    'Mina: 2 instances, 1 stream',
    'Jonas: 1 instance',
    'Lea: 1 stream',
  ])
})
