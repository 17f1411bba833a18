import type { Engine } from '@podium/engines/engine.ts'
import { hiddenPaths } from '@podium/engines/local/hidden-paths.ts'
import { probeHost } from '@podium/engines/local/host.ts'
import { createLocalEngine } from '@podium/engines/local/local-engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DataSetInputs } from '../domains/data-sets/run-inputs.ts'
import { CannotStart } from './cannot-start.ts'
import type { RunsPlace } from './lock-database.ts'
import { objectSource } from './object-source.ts'

/** An engine that this server opened and releases when it ends, while runs go on. */
export interface OpenEngine extends Engine {
  close(): Promise<void>
}

export interface EngineParts {
  config: Config
  log: Logger
  objects: ObjectStore
  dataSets: DataSetInputs
  /** the folder with the Python modules on the path of runs */
  python: string
}

/** The engines that need no database. kubernetes.ts opens the one that does. */
const ENGINES: Partial<Record<Config['engine'], (parts: EngineParts) => Promise<OpenEngine>>> = {
  local: openLocal,
  slurm: openSlurm,
}

/**
 * null if the engine stores its state in the database, which must be opened first.
 * @throws CannotStart with a sentence if the engine cannot be used as configured
 */
export async function openEngine(parts: EngineParts): Promise<OpenEngine | null> {
  return (await ENGINES[parts.config.engine]?.(parts)) ?? null
}

/** The place that several servers must share: a server that looks elsewhere finds no runs and calls them lost. */
export function placeOfRuns({ slurm_root, engine, kubernetes }: Config): RunsPlace | null {
  if (engine === 'slurm') return { setting: 'PODIUM_SLURM_ROOT', value: slurm_root ?? '' }
  if (kubernetes === null) return null
  return { setting: 'PODIUM_KUBE_NAMESPACES', value: JSON.stringify(kubernetes.namespaces) }
}

async function openLocal(parts: EngineParts): Promise<OpenEngine> {
  const { run_disk_max, python, home } = parts.config
  const host = await probeHost(home)
  const [problem] = hiddenPaths(python, host)
  if (problem !== undefined) throw new CannotStart(problem)
  return createLocalEngine({
    ...optionsOf(parts),
    run_disk_max,
    packages: python,
    probe: async () => host,
  })
}

/** Loads the Slurm engine only if it is used. */
async function openSlurm(parts: EngineParts): Promise<OpenEngine> {
  const [{ createSlurmEngine }, { problemOfSlurm }] = await Promise.all([
    import('@podium/engines/slurm/slurm-engine.ts'),
    import('@podium/engines/slurm/check.ts'),
  ])
  const root = parts.config.slurm_root ?? ''
  const problem = await problemOfSlurm(root)
  if (problem !== null) throw new CannotStart(problem)
  return createSlurmEngine({ ...optionsOf(parts), root })
}

function optionsOf({ config, log, objects, dataSets, python }: EngineParts) {
  return {
    home: config.home,
    store_folder: config.objects.kind === 's3' ? null : config.objects.root,
    objects: objectSource(objects, dataSets),
    unpack_limit: config.upload_max,
    python,
    log: (message: string, details: Record<string, unknown>) => log.info(details, message),
  }
}
