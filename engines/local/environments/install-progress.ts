import { packageOfFile } from './package-file-name.ts'

/** Tracks the progress of an installation from lines of pip and uv: `Fetching torch 2.6.0 (766.7 MB).` */
export function createInstallProgress() {
  let files = 0
  let packages: string | null = null

  /** Returns the sentence for a line, or null if it has no news. */
  return (line: string): string | null => {
    const [, resolved] = /^Resolved (\d+ packages?)/.exec(line) ?? []
    if (resolved !== undefined) {
      packages = resolved
      return `Fetching ${resolved}.`
    }
    const [, file, size] = /^\s*Downloading (?:\S*\/)?([^\s/]+) \(([^)]+)\)/.exec(line) ?? []
    if (file !== undefined) {
      files += 1
      const place = packages === null ? `file ${files}` : `of ${packages}`
      return `Fetching ${packageOf(file)} (${size?.replace(/(\d)([KMG])iB/, '$1 $2B')}), ${place}.`
    }
    const [, found] = /^Collecting ([^\s;[(<>=!~]+)/.exec(line) ?? []
    if (found !== undefined) return `Looking for versions that fit together: ${found}.`
    const [, built] = /^\s*Building (?!wheels )(?:wheel for )?([\w.-]+)(?=[ =@(])/.exec(line) ?? []
    if (built !== undefined) return `Building ${built}.`
    const [, names] = /^Installing collected packages: (.+)/.exec(line) ?? []
    if (names !== undefined) return `Putting ${names.split(', ').length} packages in place.`
    return /^Prepared \d+ packages?/.test(line) ? 'Putting the packages in place.' : null
  }
}

/** Returns `torch 2.6.0` from the name of a file, or the name that uv prints. */
function packageOf(file: string): string {
  const { name, version } = packageOfFile(file)
  return version === '' ? file : `${name.replaceAll('_', '-')} ${version}`
}
