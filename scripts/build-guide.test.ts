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
  pages = readdirSync(guide)
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, html: readFileSync(join(guide, name), 'utf8') }))
})
afterAll(() => rmSync(dist, { recursive: true }))

test('every text of the guide becomes a page', () => {
  const texts = readdirSync(join(root, 'docs', 'guide')).filter((name) => name.endsWith('.md'))
  const names = texts.map((name) => name.replace('README', 'index').replace('.md', '.html'))
  expect(pages.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('every link and picture of a page leads to something', () => {
  const missing = pages.flatMap(({ name, html }) =>
    [...html.matchAll(/(?:href|src)="([^":]+)"/g)]
      .map((match) => match[1] ?? '')
      .filter((place) => !place.startsWith('/') && !existsSync(join(guide, place)))
      .map((place) => `${name}: ${place}`),
  )
  expect(missing).toEqual([])
})

test('no page holds what the content policy refuses', () => {
  for (const { html } of pages) expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+="/)
})
