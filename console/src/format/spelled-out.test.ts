import { expect, test } from 'vitest'
import { spelledOut } from './spelled-out.ts'

test.each([
  ['a family of emoji', '👩‍💻 👨‍👩‍👧 🏳️‍🌈'],
  ['a word of Persian', 'می‌خواهم'],
  ['a word of Hindi', 'क्‍ष'],
  ['letters with marks', 'naïve Ärger 한국어'],
  ['a tab', 'a\tb'],
])('leaves %s as it is', (_, text) => expect(spelledOut(text)).toBe(text))

test.each([
  ['a\u202eb', 'a⟨202e⟩b'],
  ['a\u200bc', 'a⟨200b⟩c'],
  ['pass\u200cword', 'pass⟨200c⟩word'],
  ['a\u200d', 'a⟨200d⟩'],
  ['\u0007', '⟨0007⟩'],
  ['\u{e0041}', '⟨e0041⟩'],
])('spells out deceptive characters in %j', (text, shown) => expect(spelledOut(text)).toBe(shown))
