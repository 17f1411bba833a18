import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].reverse().map(([, name, value]) => [name, value]),
)

type Theme = 'light' | 'dark'
const THEMES: Theme[] = ['light', 'dark']

function colour(name: string, theme: Theme): string {
  const value = tokens.get(name) ?? ''
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return other ? colour(other, theme) : ((theme === 'light' ? light : dark) ?? value)
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

function contrast(theme: Theme, one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => luminance(colour(name, theme)))
    .sort((a, b) => b - a)
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
  ['on-dark', 'accent-press'],
  ['on-dark', 'raised'],
  ['on-dark-muted', 'raised'],
  ['on-dark-good', 'raised'],
  ['on-dark-bad', 'raised'],
  ['on-dark-link', 'raised'],
  ['canvas', 'ink'],
  ['ink', 'brand-50'],
  ['ink', 'found'],
  ['ink', 'brand-200'],
  ['ink', 'green-200'],
  ['ink', 'crimson-200'],
  ['muted', 'brand-50'],
  ['ansi-magenta', 'surface'],
  ['ansi-cyan', 'surface'],
  ['green-700', 'green-50'],
  ['crimson-700', 'crimson-50'],
  ['crimson-800', 'crimson-50'],
  ['info-700', 'info-50'],
  ['info-800', 'info-50'],
  ['warn-700', 'warn-50'],
  ['grey-800', 'grey-100'],
])('makes text in %s on %s readable in both themes (4.5)', (text, ground) => {
  for (const theme of THEMES) expect(contrast(theme, text, ground), theme).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['field', 'surface'],
  ['accent', 'canvas'],
])('makes the edge in %s on %s visible in both themes (3)', (edge, ground) => {
  for (const theme of THEMES) expect(contrast(theme, edge, ground), theme).toBeGreaterThanOrEqual(3)
})

test.each(Array.from({ length: 20 }, (_, at) => `line-${at + 1}`))(
  'makes %s of a chart visible in both themes (3)',
  (line) => {
    for (const theme of THEMES) expect(contrast(theme, line, 'surface'), theme).toBeGreaterThanOrEqual(3)
  },
)

test('defines every token that a stylesheet uses, as a missing one leaves no colour and no error', () => {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  const sheets = names.map((name) => readFileSync(join(sources, name), 'utf8'))
  const set = new Set(sheets.flatMap((sheet) => [...sheet.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)))
  const used = sheets.flatMap((sheet) => [...sheet.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
  // Base UI sets it on a menu or panel to the available height.
  const unset = new Set(used.filter((name) => !set.has(name)))
  expect([...unset]).toEqual(['--available-height'])
})
