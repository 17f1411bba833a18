/** The server writes it into its pages: '/podium/' where it lies below that path of a site, nothing where it has a host of its own. */
const { document: page } = globalThis as { document?: { documentElement: { dataset: { base?: string } } } }
const written = page?.documentElement.dataset.base ?? ''

/** The path before every address of this server, without a slash at its end; '' for none. */
export const basePath = written.replace(/\/$/, '')

/** An address of this server for links and calls. @param path '/guide/' */
export function inside(path: string): string {
  return basePath + path
}

/** A path of the address bar as the console's own addresses have it. */
export function withoutBase(path: string): string {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
}

/** The same key in the storage of another Podium of this site is another one. early.js builds it alike. */
export const keyBefore = written
