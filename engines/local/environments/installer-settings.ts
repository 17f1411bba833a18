import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { runProgram } from '../../attempt/run-program.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { DownloadFolders } from '../caches/cache-folder.ts'

const PIP_FILE = 'pip.conf'
/** The folder with uv's user settings; those of a project win. */
const CONFIG = 'config'
const UV_FILE = join(CONFIG, 'uv', 'uv.toml')
const AUTHORITIES = 'authorities.pem'
/** Files in which distributions keep the trusted authorities. */
const MACHINE_AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Writes the indexes into files, because every user can see command lines and an address may have a password. */
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
 * @param folder the folder of the settings
 * @param path their search path for programs
 */
export function installerEnvironment(
  { authorities, proxies }: Pick<PythonSettings, 'authorities' | 'proxies'>,
  { folder, path, downloads }: { folder: string; path: string; downloads: Omit<DownloadFolders, 'root'> },
): Record<string, string> {
  const own = join(folder, AUTHORITIES)
  // uv has its own list, which lacks authorities that this machine trusts.
  const ofMachine = MACHINE_AUTHORITIES.find((file) => existsSync(file))
  return {
    PATH: path,
    HOME: folder,
    // Wheels are unpacked there; large ones would not fit into memory. On one mount with the cache, pip moves a built
    // wheel there in one step: a truncated one would break every later installation.
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
    // With a link, an installation could change the files of a closed environment.
    UV_LINK_MODE: 'copy',
    // An editable package would be in the copy of the source, which is removed at the end.
    UV_NO_EDITABLE: '1',
    UV_NO_PROGRESS: '1',
    // Causes of failures are searched in whole lines.
    UV_NO_WRAP: '1',
    UV_PYTHON_DOWNLOADS: 'never',
    ...(ofMachine !== undefined && { SSL_CERT_FILE: ofMachine }),
    ...(authorities !== null && { SSL_CERT_FILE: own, PIP_CERT: own }),
    ...proxies,
  }
}

/**
 * Runs an installer for the server itself, with a folder for its settings and all of its files.
 * @param variables in addition to those of every installer
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
  await runProgram(program, words, {
    cwd: folder,
    env: { ...installerEnvironment(settings, { folder, path: SYSTEM_PATH, downloads }), ...variables },
    timeout: settings.install_minutes * 60_000,
    maxBuffer: 2 ** 20,
    signal,
    killSignal: 'SIGKILL',
  })
}
