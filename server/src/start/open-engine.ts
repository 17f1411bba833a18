import type { Engine } from '@podium/engines/engine.ts'
import { hiddenPlaces } from '@podium/engines/local/hidden-places.ts'
import { probeHost } from '@podium/engines/local/host.ts'
import { createLocalEngine } from '@podium/engines/local/local-engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DataSetInputs } from '../domains/data-sets/run-inputs.ts'
import { CannotStart } from './cannot-start.ts'
import type { RunsPlace } from './hold.ts'
import { objectSource } from './object-source.ts'

/** An engine that this server opened, and lets go of when it ends: runs go on. */
export interface OpenEngine extends Engine {
  close(): Promise<void>
}

export interface EngineParts {
  config: Config
  log: Logger
  objects: ObjectStore
  dataSets: DataSetInputs
  /** the folder with the Python modules that runs find on their path */
  python: string
}

/** The engines that need no database; the one that does is opened by kubernetes.ts. */
const ENGINES: Partial<Record<Config['engine'], (parts: EngineParts) => Promise<OpenEngine>>> = {
  local: openLocal,
  slurm: openSlurm,
}

/**
 * null where the engine keeps what it knows in the database, which has to be open first.
 * @throws CannotStart with a sentence when the engine cannot be used as it is set
 */
export async function openEngine(parts: EngineParts): Promise<OpenEngine | null> {
  return (await ENGINES[parts.config.engine]?.(parts)) ?? null
}

/** Where several servers must look for runs alike: one that looks elsewhere finds none and calls them lost. */
export function placeOfRuns({ slurm_root, engine, kubernetes }: Config): RunsPlace | null {
  if (engine === 'slurm') return { setting: 'PODIUM_SLURM_ROOT', value: slurm_root ?? '' }
  if (kubernetes === null) return null
  return { setting: 'PODIUM_KUBE_NAMESPACES', value: JSON.stringify(kubernetes.namespaces) }
}

async function openLocal(parts: EngineParts): Promise<OpenEngine> {
  const { run_disk_max, python, home } = parts.config
  const host = await probeHost(home)
  const [problem] = hiddenPlaces(python, host)
  if (problem !== undefined) throw new CannotStart(problem)
  return createLocalEngine({
    ...optionsOf(parts),
    run_disk_max,
    packages: python,
    probe: async () => host,
  })
}

/** What speaks to Slurm is read only where it is used. */
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
