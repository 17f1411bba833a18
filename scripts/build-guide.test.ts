import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGuide } from './build-guide.mjs'

const root = new URL('..', import.meta.url).pathname
const dist = mkdtempSync(join(tmpdir(), 'podium-guide-'))
const guide = join(dist, 'guide')
let pages: { name: string; html: string }[] = []

beforeAll(() => {
  mkdirSync(join(dist, 'assets'))
  buildGuide(root, dist)
  pages = readdirSync(guide, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, html: readFileSync(join(guide, name), 'utf8') }))
})
afterAll(() => rmSync(dist, { recursive: true }))

const textsOf = (folder: string) =>
  readdirSync(join(root, 'docs', folder)).filter((name) => name.endsWith('.md'))

test('makes a page of every text of the guide and of operations', () => {
  const texts = [...textsOf('guide'), ...textsOf('operations').map((name) => `operations/${name}`)]
  const names = texts.map((name) => name.replace('README', 'index').replace('.md', '.html'))
  expect(pages.map(({ name }) => name).sort()).toEqual(names.sort())
})

/** Addresses that the console itself handles. */
const CONSOLE = ['/overview', '/reference', '/favicon.svg']

test('resolves every link and picture of a page', () => {
  const missing = pages.flatMap(({ name, html }) =>
    [...html.matchAll(/(?:href|src)="([^":]+)"/g)]
      .map((match) => new URL(match[1] ?? '', `http://podium/guide/${name}`))
      .filter(({ pathname }) => !CONSOLE.includes(pathname))
      .filter((address) => !isThere(address))
      .map(({ href }) => `${name}: ${href}`),
  )
  expect(missing).toEqual([])
})

function isThere({ pathname, hash }: URL): boolean {
  const file = join(dist, fileAt(pathname))
  if (!existsSync(file)) return false
  return hash === '' || readFileSync(file, 'utf8').includes(` id="${hash.slice(1)}"`)
}

/** Resolves a folder as the server does. */
function fileAt(pathname: string): string {
  return pathname.endsWith('/') ? `${pathname}index.html` : pathname
}

test('links pages across the two folders, and renders tables', () => {
  const html = (name: string) => pages.find((page) => page.name === name)?.html
  expect(html('index.html')).toContain('<a href="/guide/operations/installation.html">all settings')
  expect(html('operations/installation.html')).toContain('<a href="/guide/operations/isolation.html">')
  expect(html('operations/installation.html')).toContain('<td><code>PODIUM_PORT</code></td>')
  expect(html('operations/installation.html')).toContain('aria-current="page">Installation<')
})

test('links to no page that does not exist', () => {
  for (const folder of ['guide', 'operations'])
    for (const name of textsOf(folder))
      for (const [, target = ''] of readFileSync(join(root, 'docs', folder, name), 'utf8').matchAll(
        /\]\(([^):#]+)\)/g,
      ))
        expect([name, target, existsSync(join(root, 'docs', folder, target))]).toEqual([name, target, true])
})

test('renders nothing that the content policy refuses', () => {
  for (const { html } of pages) expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+="/)
})
