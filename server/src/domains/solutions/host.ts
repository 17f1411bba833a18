import { waitAtMost } from '../../background.ts'
import type { Deps } from '../../deps.ts'
import type { PackageHost } from './package-checks.ts'

const PATIENCE_MS = 5_000

export const HOST_UNKNOWN =
  'The engine does not answer right now, so it is not known whether all of this has an effect here.'

/** Reads the engine's capabilities for packages; null if it does not answer, as no registration depends on it. */
export async function readHost({ engine, log }: Pick<Deps, 'engine' | 'log'>): Promise<PackageHost | null> {
  const answer = engine
    .capabilities()
    .catch((error: unknown) => void log.warn({ err: error }, 'the engine did not answer'))
  return (await waitAtMost(PATIENCE_MS, answer)) ?? null
}
