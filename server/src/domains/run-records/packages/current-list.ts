import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import { keyOf, type RunDeps, readLocation } from '../run-row.ts'

/**
 * The list of a run that goes on, as the engine has it: indexes may have answered since it was kept. null where the run has
 * ended, or the engine cannot be asked.
 */
export async function currentList(
  { database, engine }: Pick<RunDeps, 'database' | 'engine'>,
  id: string,
): Promise<PackageList | null> {
  const run = await readLocation(database, id)
  return run?.state === 'running' ? engine.packages(keyOf(run)).catch(() => null) : null
}
