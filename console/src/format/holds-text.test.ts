import { expect, test } from 'vitest'
import { holdsText } from './holds-text.ts'

test.each([
  ['한국 용접', '한국'.normalize('NFD'), true],
  ['한국 용접'.normalize('NFD'), '용접', true],
  ['한국 용접', '하', true],
  ['Zürich', 'ZÜR'.normalize('NFD'), true],
  ['Weld seams', ' weld ', true],
  ['Weld seams', '', true],
  ['한국 용접', '강', false],
])('searches %j for %j', (text, searched, isFound) => {
  expect(holdsText(text, searched)).toBe(isFound)
})
