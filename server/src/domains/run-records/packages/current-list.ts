import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import { keyOf, type RunDeps, readLocation } from '../run-row.ts'

/**
 * The package list of a running run as the engine has it now, because indexes may have answered since it was stored.
 * null if the run has ended or the engine does not answer.
 */
export async function currentList(
  { database, engine }: Pick<RunDeps, 'database' | 'engine'>,
  id: string,
): Promise<PackageList | null> {
  const run = await readLocation(database, id)
  return run?.state === 'running' ? engine.packages(keyOf(run)).catch(() => null) : null
}
