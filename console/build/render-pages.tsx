import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { createSession } from '../src/session/session.ts'
import { createNotices } from '../src/shell/notices.ts'
import { Start, type StartPage } from '../src/start.tsx'
import { APP, chunkOf, closureOf, MAIN, type Manifest, stylesOf } from './manifest.ts'

/** Reads a built file as text. */
export type ReadBuilt = (file: string) => string

/** What the build writes for the console's pages, by path: each page and its one stylesheet. */
export function renderPages(manifest: Manifest, read: ReadBuilt): Record<string, string> {
  return {
    // Nothing competes with the login's first frame: /early.js fetches its scripts once that stands.
    ...pageOf(manifest, read, { page: 'login', entries: [MAIN], hurry: false }),
    // The console follows at once: the browser fetches it beside the page's own script.
    ...pageOf(manifest, read, { page: 'shell', entries: [MAIN, APP], hurry: true }),
  }
}

interface PageParts {
  page: StartPage
  entries: readonly string[]
  /** fetches every script at once; else after the first frame */
  hurry: boolean
}

function pageOf(manifest: Manifest, read: ReadBuilt, { page, entries, hurry }: PageParts) {
  const main = chunkOf(manifest, MAIN)
  const chunks = closureOf(manifest, entries)
  const font = chunks.flatMap(({ assets }) => assets ?? []).find((file) => /geist-latin-wght/.test(file))
  if (!font) throw new Error('The build made no font to preload.')
  const parts = stylesOf(chunks)
  const styles = parts.map(read).join('\n')
  const sheet = `assets/${page}-${createHash('sha256').update(styles).digest('base64url').slice(0, 8)}.css`
  const ahead = hurry ? chunks.map(({ file }) => file).filter((file) => file !== main.file) : []
  const body = renderStart(page)
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Podium</title>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    hurry ? '<script src="/early.js"></script>' : '',
    `<link rel="stylesheet" href="/${sheet}">`,
    // A disabled sheet is never fetched; it only tells the loader of later scripts that its rules are here already.
    ...parts.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    hurry ? `<script type="module" src="/${main.file}"></script>` : '',
    ...ahead.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `</head><body><div id="root">${hurry ? body : minded(body, main.file)}</div></body></html>\n`,
  ].join('')
  return { [`${page}.html`]: html, [sheet]: styles }
}

/** The script that keeps early submits stands right before the form: what is above is painted without it. */
function minded(body: string, main: string): string {
  const at = body.indexOf('<form')
  if (at < 0) throw new Error('The login has no form to mind.')
  return `${body.slice(0, at)}<script src="/early.js" data-main="/${main}"></script>${body.slice(at)}`
}

function renderStart(page: StartPage): string {
  const session = createSession(emptyStorage)
  return renderToString(
    <Start page={page} session={session} notices={createNotices()} started={Promise.resolve()} />,
  )
}

const emptyStorage: Storage = {
  length: 0,
  clear: () => {},
  getItem: () => null,
  key: () => null,
  removeItem: () => {},
  setItem: () => {},
}
