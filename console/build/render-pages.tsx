import { renderToString } from 'react-dom/server'
import { createSession } from '../src/session/session.ts'
import { createNotices } from '../src/shell/notices.ts'
import { Start, type StartPage } from '../src/start.tsx'
import { APP, chunkOf, closureOf, MAIN, type Manifest, stylesOf } from './manifest.ts'

/** The console's pages by file name, rendered once at build time and hydrated in the browser. */
export function renderPages(manifest: Manifest): Record<string, string> {
  return {
    'login.html': pageOf(manifest, 'login', [MAIN]),
    // The console follows at once: the browser fetches it beside the page's own script.
    'shell.html': pageOf(manifest, 'shell', [MAIN, APP]),
  }
}

function pageOf(manifest: Manifest, page: StartPage, entries: readonly string[]): string {
  const main = chunkOf(manifest, MAIN)
  const chunks = closureOf(manifest, entries)
  const font = chunks.flatMap(({ assets }) => assets ?? []).find((file) => /geist-latin-wght/.test(file))
  if (!font) throw new Error('The build made no font to preload.')
  const ahead = chunks.map(({ file }) => file).filter((file) => file !== main.file)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Podium</title>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    ...stylesOf(chunks).map((file) => `<link rel="stylesheet" href="/${file}">`),
    '<script src="/early.js"></script>',
    `<script type="module" src="/${main.file}"></script>`,
    ...ahead.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `</head><body><div id="root">${renderStart(page)}</div></body></html>\n`,
  ].join('')
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
