import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { APP, closureOf, MAIN, type Manifest, stylesOf } from './manifest.ts'

const KB = 1000
const dist = join(import.meta.dirname, '..', 'dist')
let manifest: Manifest = {}

beforeAll(() => {
  const path = join(dist, '.vite', 'manifest.json')
  if (!existsSync(path)) throw new Error('The console is not built: run `npm run build` first.')
  manifest = JSON.parse(readFileSync(path, 'utf8'))
})

const weigh = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
const scripts = (keys: string[]) => closureOf(manifest, keys).map(({ file }) => file)
const pages = () => Object.keys(manifest).filter((key) => /^src\/features\/.+-page\.tsx$/.test(key))

test('keeps the login within 80 KB of script and 8 KB of style', () => {
  expect(weigh(scripts([MAIN])) / KB).toBeLessThanOrEqual(80)
  expect(weigh(stylesOf(closureOf(manifest, [MAIN]))) / KB).toBeLessThanOrEqual(8)
})

test('keeps the first load of any other page within 200 KB of script', () => {
  const weights = pages().map((page) => [page, weigh(scripts([MAIN, APP, page])) / KB] as const)
  expect(weights.length).toBeGreaterThanOrEqual(7)
  expect(weights.filter(([, weight]) => weight > 200)).toEqual([])
})

/** The stylesheets of a page: those of the first paint, and those that are named but not fetched yet. */
function sheetsOf(page: string) {
  const html = readFileSync(join(dist, page), 'utf8')
  const links = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"( id="fonts")?( disabled)?>/g)]
  const where = (wanted: (id: boolean, disabled: boolean) => boolean) =>
    links.filter(([, , id, disabled]) => wanted(!!id, !!disabled)).map(([, path = '']) => path)
  return {
    asked: where((_, disabled) => !disabled),
    parts: where((id, disabled) => disabled && !id),
    fonts: where((id) => id),
  }
}

const textOf = (path: string) => readFileSync(join(dist, path), 'utf8')
const fetchedFaces = (css: string) => css.match(/@font-face\s*\{[^}]*\burl\([^}]*\}/g) ?? []

test('paints shell.html with one stylesheet, and preloads one font of at most 30 KB', () => {
  const { asked, parts, fonts } = sheetsOf('shell.html')
  expect([asked.length, fonts.length]).toEqual([1, 0])
  for (const part of parts) expect(textOf(asked[0] ?? '')).toContain(textOf(part))
  expect(textOf('shell.html').match(/rel="preload" href="\/([^"]+\.woff2)"/g)).toHaveLength(1)
  const font = readdirSync(join(dist, 'assets')).find((name) => /^geist-latin-wght-normal/.test(name))
  expect(statSync(join(dist, 'assets', font ?? '')).size / KB).toBeLessThanOrEqual(30)
})

test('paints login.html with one stylesheet and no font, and loads the fonts with a second one', () => {
  const { asked, parts, fonts } = sheetsOf('login.html')
  expect([asked.length, fonts.length]).toEqual([1, 1])
  expect(textOf('login.html')).not.toContain('.woff2')
  const [first, later] = [textOf(asked[0] ?? ''), textOf(fonts[0] ?? '')]
  expect(fetchedFaces(first)).toEqual([])
  for (const part of parts.map(textOf)) {
    const faces = fetchedFaces(part)
    for (const face of faces) expect(later).toContain(face)
    expect(first).toContain(faces.reduce((text, face) => text.replace(face, ''), part))
  }
})

test('keeps the script for early submits within 340 bytes', () => {
  expect(statSync(join(dist, 'early.js')).size).toBeLessThanOrEqual(340)
})

test.each(['login', 'shell'])('builds %s.html for each theme without another difference', (page) => {
  const light = textOf(`${page}.html`)
  for (const theme of ['dark', 'system']) {
    const html = textOf(`${page}.${theme}.html`)
    expect(html).toContain(`<html data-theme="${theme}" lang`)
    expect(html.replace(/ data-theme="\w+"|<meta name="color-scheme"[^>]*>/g, '')).toBe(light)
  }
})

test.each(['login.html', 'shell.html'])('contains nothing in %s that the content policy refuses', (page) => {
  const html = readFileSync(join(dist, page), 'utf8')
  expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:/i)
  expect(html.match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
  expect(html.match(/(?:src|href)="(?!\/|#)/g)).toBeNull()
})

test("lets no script but React's write HTML from a string, which Trusted Types refuse", () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => /\.(inner|outer)HTML\s*=/.test(textOf(`assets/${name}`)))).toEqual([
    expect.stringMatching(/^main-/),
  ])
})

test('cannot put a password into an address from the prerendered form', () => {
  const form = readFileSync(join(dist, 'login.html'), 'utf8').match(/<form.*<\/form>/)?.[0] ?? ''
  expect(form).toContain('method="post"')
  expect(form).toContain('type="password"')
  expect(form).not.toMatch(/\sname=/)
})

test('builds a compressed copy of every file that a browser asks for', () => {
  const names = readdirSync(join(dist, 'assets'))
  const plain = names.filter((name) => /\.(js|css)$/.test(name))
  expect(plain.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual([])
})
