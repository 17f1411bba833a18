import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { DownloadFolders } from '../caches/cache-folder.ts'

const run = promisify(execFile)
const PIP_FILE = 'pip.conf'
/** The folder in which uv finds the settings of a user; those of a project come before them. */
const CONFIG = 'config'
const UV_FILE = join(CONFIG, 'uv', 'uv.toml')
const AUTHORITIES = 'authorities.pem'
/** The files in which distributions keep the authorities that the machine trusts. */
const MACHINE_AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * Writes into the folder where packages come from. The addresses are in files, as every user of the machine sees command
 * lines and an address may hold a password.
 */
export async function writeInstallerSettings(settings: PythonSettings, folder: string): Promise<void> {
  const { index_url, extra_index_url, find_links, trusted_hosts, authorities } = settings
  const named = { 'index-url': index_url, 'extra-index-url': extra_index_url, 'find-links': find_links }
  const set = Object.entries(named).filter(([, value]) => value !== null)
  const hosts = trusted_hosts.length > 0
  const ofPip = [
    ...set.map(([name, value]) => `${name} = ${value}`),
    ...(hosts ? [`trusted-host = ${trusted_hosts.join(' ')}`] : []),
  ]
  const ofUv = [
    ...set.map(
      ([name, value = '']) =>
        `${name} = ${JSON.stringify(name === 'index-url' ? value : value?.split(/\s+/))}`,
    ),
    ...(hosts ? [`allow-insecure-host = ${JSON.stringify(trusted_hosts)}`] : []),
  ]
  await writeFile(join(folder, PIP_FILE), ['[global]', ...ofPip, ''].join('\n'), { mode: 0o600 })
  await mkdir(dirname(join(folder, UV_FILE)), { recursive: true })
  await writeFile(join(folder, UV_FILE), [...ofUv, ''].join('\n'), { mode: 0o600 })
  // A sandbox shows few folders, and a run may not be allowed to read those of the server.
  if (authorities !== null) await copyFile(authorities, join(folder, AUTHORITIES))
}

/**
 * Returns the environment variables of pip and uv.
 * @param folder that of the settings
 * @param path where they look for programs
 */
export function installerEnvironment(
  { authorities, proxies }: Pick<PythonSettings, 'authorities' | 'proxies'>,
  { folder, path, downloads }: { folder: string; path: string; downloads: Omit<DownloadFolders, 'root'> },
): Record<string, string> {
  const own = join(folder, AUTHORITIES)
  // uv has a list of its own, in which those that this machine trusts are missing.
  const ofMachine = MACHINE_AUTHORITIES.find((file) => existsSync(file))
  return {
    PATH: path,
    HOME: folder,
    // Wheels are unpacked there; memory would not hold the large ones. In one mount with the cache, a wheel that pip built
    // is moved there whole: cut off in the middle, it would break each later installation.
    TMPDIR: downloads.temporary,
    LANG: 'C.UTF-8',
    PYTHONUNBUFFERED: '1',
    PIP_CONFIG_FILE: join(folder, PIP_FILE),
    PIP_NO_INPUT: '1',
    PIP_CACHE_DIR: downloads.pip,
    PIP_PROGRESS_BAR: 'off',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_RETRIES: '3',
    XDG_CONFIG_HOME: join(folder, CONFIG),
    UV_CACHE_DIR: downloads.uv,
    // A link would let an installation change the files of an environment that is closed.
    UV_LINK_MODE: 'copy',
    // An editable package lies in the copy of the source, which is gone when all is installed.
    UV_NO_EDITABLE: '1',
    UV_NO_PROGRESS: '1',
    // The sentence of what failed is sought in whole lines.
    UV_NO_WRAP: '1',
    UV_PYTHON_DOWNLOADS: 'never',
    ...(ofMachine !== undefined && { SSL_CERT_FILE: ofMachine }),
    ...(authorities !== null && { SSL_CERT_FILE: own, PIP_CERT: own }),
    ...proxies,
  }
}

/**
 * Calls a program that installs something for the server itself, with a folder for its settings and for all that it leaves.
 * @param variables more than those of every installer
 */
export async function callInstaller(
  [program = '', ...words]: string[],
  folder: string,
  settings: PythonSettings,
  signal: AbortSignal,
  variables: Record<string, string> = {},
): Promise<void> {
  const downloads = {
    temporary: join(folder, 'tmp'),
    pip: join(folder, 'pip'),
    uv: join(folder, 'cache'),
  }
  await mkdir(downloads.temporary, { recursive: true })
  await writeInstallerSettings(settings, folder)
  await run(program, words, {
    cwd: folder,
    env: { ...installerEnvironment(settings, { folder, path: SYSTEM_PATH, downloads }), ...variables },
    timeout: settings.install_minutes * 60_000,
    maxBuffer: 2 ** 20,
    signal,
    killSignal: 'SIGKILL',
  })
}
