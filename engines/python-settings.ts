import { fileURLToPath } from 'node:url'

/** Where Python packages come from and how long environments of them stay, as the administrator sets it. */
export interface PythonSettings {
  /** the Python that environments are made of; null: the newest on the path that the source allows */
  python: string | null
  /** in place of what pip and uv use by themselves; null: that */
  index_url: string | null
  extra_index_url: string | null
  find_links: string | null
  /** hosts of indexes that are trusted without https, or with a certificate that no authority signed */
  trusted_hosts: string[]
  /** what installs files that both can read; null: uv where the machine has it, else pip */
  installer: 'pip' | 'uv' | null
  /** a Python that the machine lacks is fetched by uv, from a mirror or from where uv does by itself; null: it is not */
  python_downloads: { mirror: string | null } | null
  /** the file of authorities whose certificates are trusted; null: those of the machine */
  authorities: string | null
  /** the variables that name proxies, such as HTTPS_PROXY */
  proxies: Record<string, string>
  /** an installation that takes longer fails; 0: nothing is ever installed */
  install_minutes: number
  /** days after which an environment that no run used goes */
  keep_days: number
  /** bytes of all environments together; of more, those go that were used longest ago */
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

/** Variables by which pip and uv find a proxy. */
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

/** Returns the proxies that an environment names. */
export function proxiesOf(env: Record<string, string | undefined>): Record<string, string> {
  const set = PROXIES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return Object.fromEntries(set)
}

/** Returns what an administrator should know of these settings, in sentences. */
export function pythonNotices(settings: PythonSettings): string[] {
  return placesOf(settings).flatMap(([name, place]) => {
    const host = plainHost(place)
    if (host === null || settings.trusted_hosts.includes(host)) return []
    return [
      `${name} names ${host} with http: pip refuses packages from there. Use https, or name ${host} in PODIUM_PYTHON_TRUSTED_HOSTS.`,
    ]
  })
}

/** Returns the places that packages come from, each with the name of its setting. */
export function placesOf({
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

/** Returns the host of an http address; null for other addresses and for this machine, which pip trusts. */
function plainHost(place: string): string | null {
  if (!place.startsWith('http://') || !URL.canParse(place)) return null
  const { hostname } = new URL(place)
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? null : hostname
}

/** The folder that a place of packages names by its path or by file://; null where that is none of this machine. */
export function folderOf(place: string): string | null {
  if (!place.startsWith('file:')) return place
  try {
    return fileURLToPath(place)
  } catch {
    return null
  }
}
