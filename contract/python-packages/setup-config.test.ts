import { expect, test } from 'vitest'
import { nameInSetup } from './setup-config.ts'

test.each([
  ['[metadata]\nname = line\nversion = 1\n', 'line'],
  ['# ours\r\n[options]\r\nname = no\r\n[metadata]\r\nversion = 1\r\nname: line-two \r\n', 'line-two'],
  ['[metadata]\nversion = 1\n[options]\nname = no\n', ''],
  ['[metadata]\nname = %(other)s\n', ''],
  ['[metadata]\ndescription =\n  name = no\nname = line', 'line'],
  ['', ''],
])('finds the name of a project in %j', (text, name) => {
  expect(nameInSetup(text)).toBe(name)
})

test('a long setup.cfg is read at once', () => {
  expect(nameInSetup(`[metadata]\n${'x\n'.repeat(500_000)}`)).toBe('')
})
