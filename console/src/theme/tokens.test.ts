import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))

function colour(name: string): string {
  const value = tokens.get(name) ?? ''
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return other ? colour(other) : value
}

function luminance(hex: string): number {
  const digits = hex.slice(1)
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(colour(one)), luminance(colour(other))].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['ink', 'canvas'],
  ['muted', 'canvas'],
  ['muted', 'grey-100'],
  ['link', 'canvas'],
  ['link', 'brand-50'],
  ['on-dark', 'accent'],
  ['on-dark', 'accent-hover'],
  ['on-dark', 'green-700'],
  ['on-dark', 'ink'],
  ['green-700', 'green-50'],
  ['crimson-700', 'crimson-50'],
  ['crimson-800', 'crimson-50'],
  ['info-700', 'info-50'],
  ['info-800', 'info-50'],
  ['warn-700', 'warn-50'],
  ['grey-800', 'grey-100'],
])('text in %s on %s can be read (4.5)', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['field', 'surface'],
  ['accent', 'canvas'],
])('the edge in %s on %s can be seen (3)', (edge, ground) => {
  expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
})
