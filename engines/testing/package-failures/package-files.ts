import { archiveOf } from '../archives.ts'
import { wheelOf } from '../python-index.ts'
import type { Offer } from './failure-case.ts'

/** Returns a wheel of one empty module. */
export function wheel(name: string, version: string, needs: string[] = [], more: Partial<Offer> = {}): Offer {
  const [file, content] = wheelOf(name, version, '', needs)
  return { file, content, ...more }
}

/** Returns a wheel that only another machine can install. */
export function foreignWheel(name: string, version: string, tag: string): Offer {
  const offer = wheel(name, version)
  return { ...offer, file: offer.file.replace('py3-none-any', tag) }
}

/** Returns a source distribution of the files, built by setuptools if they contain no pyproject.toml. */
export async function sdist(name: string, version: string, files: Record<string, string>): Promise<Offer> {
  const root = `${name}-${version}`
  const all = { 'PKG-INFO': `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`, ...files }
  const entries = Object.entries(all).map(([path, content]) => ({ name: `${root}/${path}`, content }))
  return { file: `${root}.tar.gz`, content: await archiveOf(entries) }
}

/** Returns a source distribution whose setup.py runs `code` before it calls setup(). */
export function sdistThat(name: string, code: string, files: Record<string, string> = {}): Promise<Offer> {
  const setup = `${code}\nfrom setuptools import setup\nsetup(name='${name}', version='1.0', py_modules=[])\n`
  return sdist(name, '1.0', { 'setup.py': setup, ...files })
}

/** Returns a source distribution with a module in C. */
export function sdistInC(name: string, source: string, options = ''): Promise<Offer> {
  const setup = `from setuptools import setup, Extension
setup(name='${name}', version='1.0', py_modules=[], ext_modules=[Extension('${name}', ['fast.c']${options})])
`
  return sdist(name, '1.0', { 'setup.py': setup, 'fast.c': source })
}
