import { expect, test } from 'vitest'
import { controlledKey, plainKey, writtenText } from './pressed-key.ts'

type Press = Parameters<typeof plainKey>[0]

function press(key: string, code: string, held: string[] = []): Press {
  const isHeld = (name: string) => held.includes(name)
  return {
    key,
    code,
    shiftKey: isHeld('Shift'),
    ctrlKey: isHeld('Control'),
    altKey: isHeld('Alt'),
    metaKey: isHeld('Meta'),
    getModifierState: isHeld,
  }
}

test.each([
  ['Korean', 'ㅎ', 'KeyG', 'g'],
  ['Russian', 'п', 'KeyG', 'g'],
  ['Greek', 'γ', 'KeyG', 'g'],
  ['Hebrew', 'ע', 'KeyG', 'g'],
  ['Arabic, where one key writes two letters', 'لا', 'KeyB', 'b'],
  ['Thai, for a character that is no letter on a US keyboard', 'ฝ', 'Slash', '/'],
  ['Persian, for a digit', '۰', 'Digit0', '0'],
  ['AZERTY', 'a', 'KeyQ', 'a'],
  ['AZERTY, for a character where a US keyboard has a letter', ',', 'KeyM', ','],
  ['AZERTY, for a letter where a US keyboard has a digit', 'é', 'Digit2', 'é'],
  ['Dvorak', 'g', 'KeyI', 'g'],
  ['Turkish', 'ı', 'KeyI', 'ı'],
  ['any, for a key with a name', 'ArrowDown', 'ArrowDown', 'ArrowDown'],
])('names a key by the letter printed on it, or by its position: %s', (_, key, code, name) => {
  expect(plainKey(press(key, code))).toBe(name)
})

test('makes a capital letter with Shift, and none with Caps Lock', () => {
  expect(plainKey(press('N', 'KeyN', ['Shift']))).toBe('N')
  expect(plainKey(press('Т', 'KeyN', ['Shift']))).toBe('N')
  expect(plainKey(press('N', 'KeyN', ['CapsLock']))).toBe('n')
  expect(plainKey(press('n', 'KeyN', ['CapsLock', 'Shift']))).toBe('N')
  expect(plainKey(press('ฦ', 'Slash', ['Shift']))).toBe('?')
})

test.each([
  ['alone', [], 'k', undefined],
  ['with Ctrl', ['Control'], undefined, 'k'],
  ['with ⌘', ['Meta'], undefined, 'k'],
  ['with Ctrl and Shift, which is another shortcut', ['Control', 'Shift'], undefined, 'K'],
  ['with Alt', ['Alt'], undefined, undefined],
  ['with AltGr on Linux', ['AltGraph'], undefined, undefined],
  ['with AltGr on Windows', ['Control', 'Alt', 'AltGraph'], undefined, undefined],
])('names a shortcut by the held keys: %s', (_, held, plain, controlled) => {
  const pressed = press('л', 'KeyK', held)
  expect([plainKey(pressed), controlledKey(pressed)]).toEqual([plain, controlled])
})

test('treats a character written by AltGr as text, and one with Ctrl not', () => {
  expect(writtenText(press('@', 'KeyQ', ['Control', 'Alt', 'AltGraph']))).toBe('@')
  expect(writtenText(press('q', 'KeyQ', ['Control']))).toBe('')
  expect(writtenText(press('Enter', 'Enter'))).toBe('')
})
