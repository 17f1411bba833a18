import { createHash } from 'node:crypto'
import type { Look } from '@podium/contract/calls/preferences.ts'
import { renderToString } from 'react-dom/server'
import { createSession } from '../src/session/session.ts'
import { createNotices } from '../src/shell/notices.ts'
import { Start, type StartPage } from '../src/start.tsx'
import { APP, chunkOf, closureOf, MAIN, type Manifest, type ManifestChunk, stylesOf } from './manifest.ts'

/** Returns a built file as text. */
export type ReadBuilt = (file: string) => string

/** The prerendered pages of the console and their stylesheets, by path. */
export function renderPages(manifest: Manifest, read: ReadBuilt): Record<string, string> {
  return {
    // Nothing competes with the login's first frame: /early.js fetches its scripts and fonts after it is painted.
    ...pageOf(manifest, read, { page: 'login', entries: [MAIN], eager: false }),
    // The browser fetches the console at once, in parallel with the page's own script.
    ...pageOf(manifest, read, { page: 'shell', entries: [MAIN, APP], eager: true }),
  }
}

interface PageParts {
  page: StartPage
  entries: readonly string[]
  /** whether scripts and font are fetched at once, or after the first frame */
  eager: boolean
}

function pageOf(manifest: Manifest, read: ReadBuilt, { page, entries, eager }: PageParts) {
  const main = chunkOf(manifest, MAIN)
  const chunks = closureOf(manifest, entries)
  const parts = stylesOf(chunks)
  const styles = parts.map(read).join('\n')
  const sheet = sheetOf(page, eager ? styles : styles.replace(FETCHED_FACES, ''))
  const fonts = sheetOf('fonts', (styles.match(FETCHED_FACES) ?? []).join('\n'))
  const body = renderStart(page)
  const ahead = chunks.map(({ file }) => file).filter((file) => file !== main.file)
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Podium</title>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    eager ? '<script src="/early.js"></script>' : '',
    `<link rel="stylesheet" href="/${sheet.path}">`,
    // Disabled sheets are not fetched. They tell the loader of later scripts that their rules are already here.
    ...parts.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    ...(eager
      ? [
          `<link rel="preload" href="/${fontOf(chunks)}" as="font" type="font/woff2" crossorigin>`,
          `<script type="module" src="/${main.file}"></script>`,
          ...ahead.map((file) => `<link rel="modulepreload" href="/${file}">`),
        ]
      : [`<link rel="stylesheet" href="/${fonts.path}" id="fonts" disabled>`]),
    `</head><body><div id="root">${eager ? body : withEarlyScript(body, main.file)}</div></body></html>\n`,
  ].join('')
  return { ...inEachTheme(page, html), [sheet.path]: sheet.text, ...(!eager && { [fonts.path]: fonts.text }) }
}

/** Renders a page for each theme; `meta` sets the colour that is seen before the stylesheet is loaded. */
function inEachTheme(page: StartPage, html: string): Record<string, string> {
  const inTheme = (theme: Look['theme'], scheme: string) =>
    html
      .replace('<html', `<html data-theme="${theme}"`)
      .replace('<title>', `<meta name="color-scheme" content="${scheme}"><title>`)
  return {
    [`${page}.html`]: html,
    [`${page}.dark.html`]: inTheme('dark', 'dark'),
    [`${page}.system.html`]: inTheme('system', 'light dark'),
  }
}

/** Font faces that are fetched; the fallback is on the user's machine. */
const FETCHED_FACES = /@font-face\s*\{[^}]*\burl\([^}]*\}/g

function sheetOf(name: string, text: string): { path: string; text: string } {
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return { path: `assets/${name}-${mark}.css`, text }
}

function fontOf(chunks: readonly ManifestChunk[]): string {
  const font = chunks.flatMap(({ assets }) => assets ?? []).find((file) => /geist-latin-wght/.test(file))
  if (!font) throw new Error('The build made no font to preload.')
  return font
}

/** Inserts the script that keeps early submits right before the form, so that everything above is painted first. */
function withEarlyScript(body: string, main: string): string {
  const at = body.indexOf('<form')
  if (at < 0) throw new Error('The login has no form to put the script before.')
  return `${body.slice(0, at)}<script src="/early.js" data-main="/${main}"></script>${body.slice(at)}`
}

function renderStart(page: StartPage): string {
  const session = createSession(emptyStorage)
  const body = renderToString(
    <Start page={page} session={session} notices={createNotices()} started={Promise.resolve()} />,
  )
  return withMarks(body)
}

/** Marks each element, so that take-over.ts can tell the page's own from others. React writes no bare `<` as text. */
function withMarks(body: string): string {
  return body.replace(/<[a-z][a-z0-9]*/g, '$& data-own')
}

const emptyStorage: Storage = {
  length: 0,
  clear: () => {},
  getItem: () => null,
  key: () => null,
  removeItem: () => {},
  setItem: () => {},
}
