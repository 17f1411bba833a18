import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { folderOf, type PythonSettings, proxiesOf } from '@podium/engines/python-settings.ts'
import type { Settings } from './settings.ts'

const GIB = 2 ** 30

/**
 * The local engine's settings for Python and its packages. Errors are added to the settings' problems.
 * @param env the server's environment, whose proxies and authorities apply to installations too
 */
export function readPythonSettings(
  settings: Settings,
  env: Record<string, string | undefined>,
): PythonSettings {
  const { text, list, whole, problems } = settings
  const addresses = ['PODIUM_PYTHON_INDEX_URL', 'PODIUM_PYTHON_EXTRA_INDEX_URL'] as const
  // No message quotes the address, because it may hold a password.
  for (const name of addresses)
    if (!list(name, /\s+/).every((one) => /^(https?|file):\/\//.test(one)))
      problems.push(`${name}: give the address of a package index, with https://, http:// or file://.`)
  if (list('PODIUM_PYTHON_INDEX_URL', /\s+/).length > 1)
    problems.push(
      'PODIUM_PYTHON_INDEX_URL: give one address; more of them belong in PODIUM_PYTHON_EXTRA_INDEX_URL.',
    )
  for (const name of [...addresses, 'PODIUM_PYTHON_FIND_LINKS'] as const)
    problems.push(
      ...list(name, /\s+/)
        .filter((place) => name === 'PODIUM_PYTHON_FIND_LINKS' || place.startsWith('file:'))
        .map((place) => placeProblem(place))
        .filter((problem) => problem !== null)
        .map((problem) => `${name}: ${problem}`),
    )
  const authorities = env.SSL_CERT_FILE || env.PIP_CERT || null
  if (authorities !== null && !isReadable(authorities))
    problems.push(
      `SSL_CERT_FILE and PIP_CERT: ${authorities} cannot be read. Name a file of certificates, or unset them.`,
    )
  return {
    python: text('PODIUM_PYTHON'),
    index_url: text('PODIUM_PYTHON_INDEX_URL'),
    extra_index_url: text('PODIUM_PYTHON_EXTRA_INDEX_URL'),
    find_links: text('PODIUM_PYTHON_FIND_LINKS'),
    trusted_hosts: list('PODIUM_PYTHON_TRUSTED_HOSTS', /[\s,]+/),
    installer:
      text('PODIUM_PYTHON_INSTALLER') === null
        ? null
        : settings.choice('PODIUM_PYTHON_INSTALLER', ['pip', 'uv'], 'pip'),
    python_downloads: readDownloads(settings),
    authorities,
    proxies: proxiesOf(env),
    install_minutes: whole('PODIUM_PYTHON_INSTALL_MINUTES', { least: 0, most: 1440, otherwise: 20 }),
    keep_days: whole('PODIUM_PYTHON_ENVIRONMENT_DAYS', { least: 1, most: 36_500, otherwise: 30 }),
    keep_bytes: whole('PODIUM_PYTHON_ENVIRONMENTS_GIB', { least: 0, most: 1_000_000, otherwise: 20 }) * GIB,
  }
}

function readDownloads({ text, problems }: Settings): PythonSettings['python_downloads'] {
  const value = text('PODIUM_PYTHON_DOWNLOADS')
  if (value === null) return null
  if (value === 'on') return { mirror: null }
  // No message quotes the address, because it may hold a password.
  const problem = /^(https?|file):\/\/\S+$/.test(value)
    ? placeProblem(value)
    : 'give `on`, or the address of a mirror with https://, http:// or file://.'
  if (problem !== null) problems.push(`PODIUM_PYTHON_DOWNLOADS: ${problem}`)
  return { mirror: value.replace(/\/+$/, '') }
}

/** Returns the problem with a folder of packages; null if there is none or it is not a local folder. */
function placeProblem(place: string): string | null {
  if (/^https?:\/\//.test(place)) return null
  const path = folderOf(place)
  if (path === null || !isAbsolute(path))
    return 'give paths from / on, or addresses with https://, http:// or file://.'
  return isFolder(path) ? null : `${path} cannot be read as a folder: correct the path.`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
