import { posix } from 'node:path'
import { plainName } from '@podium/contract/python-packages/package-name.ts'

/** Returns the package of a wheel or a source archive from its path or address; '' for parts that the name lacks. */
export function packageOfFile(path: string): { name: string; version: string } {
  const file = decoded(posix.basename(path.split(/[#?]/)[0] ?? ''))
  const [, name = '', version = ''] =
    /^([^-]+)-([^-]+)-.+\.whl$/.exec(file) ?? /^(.+)-(\d[^-]*)\.(?:zip|tgz|tar\.\w+)$/.exec(file) ?? []
  return { name, version }
}

/** Returns the key of a package's version, independent of how its name is written. */
export function versionKey(name: string, version: string): string {
  return `${plainName(name)} ${version}`
}

function decoded(file: string): string {
  try {
    return decodeURIComponent(file)
  } catch {
    return file
  }
}
