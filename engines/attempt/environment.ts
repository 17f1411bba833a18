import { userInfo } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { cacheVariables } from './cache-variables.ts'
import { threadCounts } from './threads.ts'

export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The folders in which a run finds its packages. */
export interface RunPackages {
  /** the virtual environment */
  venv: string
  /** the folder that the project itself is installed in; null: it is not installed */
  project: string | null
  /** folders that a program must be able to read besides these, such as that of the environment's Python */
  readable: string[]
}

/** User name of a run that has its own identity. */
export const RUN_USER = 'podium-run'

/** Returns the name of the user of this process. */
export function ownUser(): string {
  try {
    return userInfo().username
  } catch {
    // The system has no name for that user, as in many containers.
    return RUN_USER
  }
}

/**
 * Returns the whole environment of a run except secrets; nothing is inherited from the server. Variables override the
 * thread counts, the caches and the user name, and Podium's own entries override variables.
 * @param user name of the user who runs it
 * @param temporary its folder for temporary files; null if its /tmp is private
 * @param packages those of its source; null if it names none
 * @param caches the cache folder shared by runs of its workspace; null if there is none
 * @param isOffline true if the run is kept from the network
 * @param hasPython true if the folder of the product's Python modules is filled
 */
export function runEnvironment(
  spec: RunSpec,
  directory: AttemptDirectory,
  {
    path,
    temporary,
    hasPython,
    packages = null,
    caches = null,
    isOffline = false,
    user = RUN_USER,
  }: {
    path: string
    temporary: string | null
    hasPython: boolean
    packages?: RunPackages | null
    caches?: string | null
    isOffline?: boolean
    user?: string
  },
): Record<string, string> {
  return {
    ...threadCounts(spec),
    ...(caches !== null && cacheVariables(caches)),
    USER: user,
    LOGNAME: user,
    // Otherwise wandb waits for its server, and fails.
    ...(isOffline && { WANDB_MODE: 'offline' }),
    ...spec.variables,
    PATH: pathWith(packages, path),
    ...(packages !== null && { VIRTUAL_ENV: packages.venv }),
    HOME: directory.work,
    ...(temporary !== null && { TMPDIR: temporary }),
    LANG: 'C.UTF-8',
    PODIUM_RUN_ID: spec.run,
    PODIUM_MODE: spec.mode,
    PODIUM_METADATA_FILE: directory.metadata,
    PODIUM_PARAMETERS_FILE: directory.parameters,
    PODIUM_DATA_DIR: directory.data,
    ...(spec.model === null ? {} : { PODIUM_MODEL_DIR: directory.model }),
    PODIUM_OUTPUT_DIR: directory.output,
    PODIUM_METRICS_FILE: join(directory.output, 'metrics.jsonl'),
    PODIUM_LOG_DIR: directory.log,
    PODIUM_PROGRESS_FILE: directory.progress,
    PODIUM_CPU: String(spec.granted.cpu),
    PODIUM_MEMORY_MIB: String(spec.granted.memory_mib),
    PODIUM_GPU: String(spec.granted.gpu),
    MLFLOW_TRACKING_URI: pathToFileURL(join(directory.output, 'mlruns')).href,
    // Since 3.13, MLflow refuses a file store unless this is set.
    MLFLOW_ALLOW_FILE_STORE: 'true',
    PYTHONUNBUFFERED: '1',
    ...pythonPath(
      hasPython ? directory.python : null,
      packages,
      spec.python_path.map((folder) => join(directory.work, folder)),
    ),
    ...(spec.dev && { PODIUM_LOG_LEVEL: 'debug' }),
    ...(hasSecrets(spec) && { PODIUM_SECRETS_DIR: directory.secrets }),
  }
}

/** Returns the search path for programs: those of the project, those of its packages, then `path`. */
export function pathWith(packages: RunPackages | null, path: string): string {
  return [...foldersOf(packages).map((folder) => join(folder, 'bin')), path].join(':')
}

/** Lists the folders of packages, that of the project first. */
export function foldersOf(packages: RunPackages | null): string[] {
  if (packages === null) return []
  return packages.project === null ? [packages.venv] : [packages.project, packages.venv]
}

function pythonPath(
  modules: string | null,
  packages: RunPackages | null,
  ofSource: string[],
): { PYTHONPATH?: string } {
  const folders = [modules, packages?.project ?? null, ...ofSource].filter((one) => one !== null)
  return folders.length === 0 ? {} : { PYTHONPATH: folders.join(':') }
}

/** A record of an older release has no secrets. */
export function hasSecrets({ secrets = [] }: Partial<Pick<RunSpec, 'secrets'>>): boolean {
  return secrets.length > 0
}
