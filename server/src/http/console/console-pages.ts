import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { OWN_PATHS } from '@podium/contract/rules/own-paths.ts'

export interface PageBytes {
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/** Addresses deeper than any of the console get the page as unknown ones. */
export const MAX_DEPTH = 8
/** Links in the built pages that begin at this server's root. */
const LINKS = /\b(href|src|data-main)="\/(?!\/)/g
/** The same for the console's own files. */
const FILES = /\b(href|src|data-main)="\/(?=assets\/|early\.js|favicon)/g

/**
 * Writes the pages for the requested address and caches them. With a configured path, all links have that path. Without
 * one, files are linked relative to the page, so that they load even through a proxy that adds a path, and the console
 * can say that there is no such page.
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

/** The relative path from a page to its files: `../` for /solution/1, `./` for /overview and unknown addresses. */
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
