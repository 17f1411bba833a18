import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { OWN_PATHS } from '@podium/contract/rules/own-paths.ts'

export interface PageBytes {
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/** Deeper addresses than the console has get the files of the page as if it knew none of them. */
export const MAX_DEPTH = 8
/** The beginning of an address of this server in the built pages. */
const LINKS = /\b(href|src|data-main)="\/(?!\/)/g
/** The same for files of the console itself. */
const FILES = /\b(href|src|data-main)="\/(?=assets\/|early\.js|favicon)/g

/**
 * Writes the pages for where they are asked for; its answers are kept. Below a path that a setting names, everything has
 * that path. Without a setting the files are named relative to the page: so they come also through a proxy that puts a path
 * before them, where the console then says that there is no such page.
 */
export function createPageWriter(base: string) {
  const written = new Map<string, PageBytes>()
  return (name: string, plain: Buffer, path: string): PageBytes => {
    const root = base === '' ? relativeRoot(path) : `${base}/`
    const key = `${root} ${name}`
    const page = written.get(key) ?? compressed(textFor(plain.toString(), base, root))
    written.set(key, page)
    return page
  }
}

function textFor(html: string, base: string, root: string): string {
  if (base === '') return html.replaceAll(FILES, `$1="${root}`)
  return html.replaceAll(LINKS, `$1="${root}`).replace('<html', `<html data-base="${root}"`)
}

/** The way from a page to where its files are: `../` from /solution/1, `./` from /overview and from all that is unknown. */
function relativeRoot(path: string): string {
  const [first = '', ...deeper] = path.split('/').slice(1)
  const isKnown = first === '' || OWN_PATHS.has(first)
  return isKnown && deeper.length > 0 && deeper.length <= MAX_DEPTH ? '../'.repeat(deeper.length) : './'
}

function compressed(text: string): PageBytes {
  const plain = Buffer.from(text)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain, { level: 9 }) }
}
