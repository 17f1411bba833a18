/** Written into the page by the server: '/podium/' below that path of a site, '' with a host of its own. */
const { document: page } = globalThis as { document?: { documentElement: { dataset: { base?: string } } } }
const written = page?.documentElement.dataset.base ?? ''

/** The path before every address of this server, without a trailing slash; '' for none. */
export const basePath = written.replace(/\/$/, '')

/** Returns an address of this server for links and calls. @param path '/guide/' */
export function inside(path: string): string {
  return basePath + path
}

/** Returns a path of the address bar without the base path. */
export function withoutBase(path: string): string {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
}

/** The prefix of storage keys, which separates several Podium servers of one site. early.js builds the same. */
export const keyBefore = written
