import { readSession } from '@podium/contract/calls/auth.ts'
import { readVersion, type Solution } from '@podium/contract/calls/solutions.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { checkSolutionName } from '@podium/contract/solution-metadata/metadata.ts'
import { fail } from '../cli-error.ts'
import { call } from '../client.ts'
import type { Connection } from '../connection.ts'
import { lookUpSolution } from '../run-destination.ts'
import { ownNameOf } from './solution-name.ts'

/** The solution that the folder is, or will be. */
export interface FolderSolution {
  name: string
  /** null before it is registered */
  solution: Solution | null
  /** a sentence about the name, if it is not the expected one */
  notice: string | null
}

export interface NewestVersion {
  id: string
  number: number
  /** the digest of the folder that it was made from; null if it was registered otherwise */
  digest: string | null
}

/**
 * Finds the solution by its name. A name that belongs to somebody else gets the caller's login.
 * @param isNamed true if a person typed the name
 */
export async function solutionOfFolder(
  connection: Connection,
  workspace: Workspace,
  name: string,
  isNamed: boolean,
): Promise<FolderSolution> {
  const found = await ownSolution(connection, workspace, name)
  const problem = checkSolutionName(name)
  if ('solution' in found) {
    const { solution } = found
    // An older solution may have capital letters in its name.
    if (solution === null && problem !== null) fail(`'${name}' cannot be the name of a solution. ${problem}`)
    return { name: solution?.name ?? name, solution, notice: null }
  }
  if (isNamed) fail(`The solution ${name} belongs to ${found.owner}: choose another --name.`)
  const own = ownNameOf(name, await loginOf(connection))
  const again = await ownSolution(connection, workspace, own)
  if (!('solution' in again))
    return fail(`The solutions ${name} and ${own} belong to other people: choose another name with --name.`)
  return {
    name: again.solution?.name ?? own,
    solution: again.solution,
    notice: `The solution ${name} belongs to ${found.owner}, so this folder is ${own}.`,
  }
}

/** Returns the solution of that name that the caller may give versions, null if there is none, or the owner's name. */
async function ownSolution(
  connection: Connection,
  workspace: Workspace,
  name: string,
): Promise<{ solution: Solution | null } | { owner: string }> {
  const mine = await lookUpSolution(connection, workspace, name, { mine: '1' })
  const solution = mine ?? (await lookUpSolution(connection, workspace, name))
  if (solution === undefined) return { solution: null }
  // A solution without an owner belongs to everybody.
  return mine || solution.created_by === '' ? { solution } : { owner: solution.created_by }
}

async function loginOf(connection: Connection): Promise<string> {
  return connection.host ? 'host' : (await call(connection, readSession)).username
}

/** Reads the newest version; null for a solution that is not registered yet. */
export async function newestVersion(
  connection: Connection,
  solution: Solution | null,
): Promise<NewestVersion | null> {
  const newest = solution?.versions[0]
  if (!solution || !newest) return null
  const params = { id: solution.id, n: newest.version_num }
  const { metadata_json } = await call(connection, readVersion, { params })
  const { folder } = metadata_json
  return {
    id: newest.id,
    number: newest.version_num,
    digest: isObject(folder) && typeof folder.digest === 'string' ? folder.digest : null,
  }
}
