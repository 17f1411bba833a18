import { fileURLToPath } from 'node:url'

/** The administrator's settings for Python packages and their environments. */
export interface PythonSettings {
  /** the Python to create environments with; null: the newest on the path that the source allows */
  python: string | null
  /** replaces the default index of pip and uv; null: the default */
  index_url: string | null
  extra_index_url: string | null
  find_links: string | null
  /** hosts of indexes that are trusted without https, or with an unsigned certificate */
  trusted_hosts: string[]
  /** installer of files that both can read; null: uv if the machine has it, otherwise pip */
  installer: 'pip' | 'uv' | null
  /** uv fetches a Python that the machine lacks, from a mirror or its default; null: it does not */
  python_downloads: { mirror: string | null } | null
  /** the file of trusted authorities; null: those of the machine */
  authorities: string | null
  /** variables with proxies, such as HTTPS_PROXY */
  proxies: Record<string, string>
  /** time limit of an installation; 0: nothing is ever installed */
  install_minutes: number
  /** days after which an unused environment is removed */
  keep_days: number
  /** maximum bytes of all environments together; the longest unused are removed */
  keep_bytes: number
}

export const PYTHON_DEFAULTS: PythonSettings = {
  python: null,
  index_url: null,
  extra_index_url: null,
  find_links: null,
  trusted_hosts: [],
  installer: null,
  python_downloads: null,
  authorities: null,
  proxies: {},
  install_minutes: 20,
  keep_days: 30,
  keep_bytes: 20 * 2 ** 30,
}

/** Variables with which pip and uv find a proxy. */
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

/** Returns the proxies in an environment. */
export function proxiesOf(env: Record<string, string | undefined>): Record<string, string> {
  const set = PROXIES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return Object.fromEntries(set)
}

/** Returns notices about these settings for the administrator. */
export function pythonNotices(settings: PythonSettings): string[] {
  return sourcesOf(settings).flatMap(([name, place]) => {
    const host = plainHost(place)
    if (host === null || settings.trusted_hosts.includes(host)) return []
    return [
      `${name} names ${host} with http: pip refuses packages from there. Use https, or name ${host} in PODIUM_PYTHON_TRUSTED_HOSTS.`,
    ]
  })
}

/** Returns the sources of packages, each with the name of its setting. */
export function sourcesOf({
  index_url,
  extra_index_url,
  find_links,
}: PythonSettings): [setting: string, place: string][] {
  const named: [setting: string, places: string | null][] = [
    ['PODIUM_PYTHON_INDEX_URL', index_url],
    ['PODIUM_PYTHON_EXTRA_INDEX_URL', extra_index_url],
    ['PODIUM_PYTHON_FIND_LINKS', find_links],
  ]
  return named.flatMap(([name, places]) =>
    (places?.split(/\s+/) ?? []).map((place): [string, string] => [name, place]),
  )
}

/** Returns the host of an http address, or null for other addresses and for this machine, which pip trusts. */
function plainHost(place: string): string | null {
  if (!place.startsWith('http://') || !URL.canParse(place)) return null
  const { hostname } = new URL(place)
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? null : hostname
}

/** Returns the folder of a source given as a path or file://, or null if it is not on this machine. */
export function folderOf(place: string): string | null {
  if (!place.startsWith('file:')) return place
  try {
    return fileURLToPath(place)
  } catch {
    return null
  }
}
