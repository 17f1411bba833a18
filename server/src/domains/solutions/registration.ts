import type { Registered } from '@podium/contract/calls/solutions.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { checkMetadata, type Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { metadataWarnings } from '@podium/contract/solution-metadata/metadata-warnings.ts'
import type { Host } from '@podium/contract/solution-metadata/other-tools.ts'
import { withoutEffect } from '@podium/contract/solution-metadata/without-effect.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { createSemaphore } from '../../semaphore.ts'
import { namedObject, record } from '../audit/audit.ts'
import { workOffBelow } from '../workspaces/removals.ts'
import { isPending } from '../workspaces/reservation.ts'
import { HOST_UNKNOWN, readHost } from './host.ts'
import { solutionPrefix } from './object-paths.ts'
import {
  type InsertedVersion,
  insertSolution,
  insertVersion,
  noteNextVersion,
  takeNextNumber,
} from './repository.ts'

export type Workspace = Pick<ScopedObject, 'workspace_id' | 'workspace_name' | 's3_bucket_name'>

/** A version that is about to be written: the first of a new solution, or the next of an existing one. */
export interface Draft {
  workspace: Workspace
  caller: Caller
  metadata: Metadata
  /** bytes in the bucket */
  size: number
  /** paths in its source of files that configure tools */
  tool_files: string[]
}

const MAX_PROBLEMS = 3

/** Registrations queue here rather than for database connections, as those of one workspace write the same row. */
const withPermit = createSemaphore({ at_once: 3, waiting: 1000, refuse: () => fail('SOLUTION.CROWD') })

/** @throws Failure SOLUTION.METADATA with the first problems in one sentence */
export function checkedMetadata(sent: unknown): Metadata {
  const checked = checkMetadata(sent)
  if ('metadata' in checked) return checked.metadata
  const shown = checked.problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const more = checked.problems.length - shown.length
  return fail('SOLUTION.METADATA', { problem: shown.join(' ') + (more > 0 ? ` And ${more} more.` : '') })
}

/** Registers a solution from its metadata alone, as version 1. */
export async function registerSolution(deps: Deps, workspace: Workspace, caller: Caller, sent: unknown) {
  const metadata = checkedMetadata(sent)
  await refuseBusyName(deps, workspace, metadata.name)
  const draft = { workspace, caller, metadata, size: 0, tool_files: [] }
  const version = await withPermit(() =>
    deps.database.transaction((tx) => writeFirstVersion(tx, draft)),
  ).catch(failIfTaken('solutions_name', 'SOLUTION.NAME.TAKEN', { name: metadata.name }))
  return registeredOf(draft, version, await readHost(deps))
}

/** Registers the next version of a solution from its metadata alone. */
export async function registerVersion(deps: Deps, solution: ScopedObject, caller: Caller, sent: unknown) {
  const metadata = checkedMetadata(sent)
  refuseOtherName(solution.name, metadata)
  const draft = { workspace: solution, caller, metadata, size: 0, tool_files: [] }
  const version = await withPermit(() =>
    deps.database.transaction(async (tx) =>
      writeNextVersion(tx, draft, solution.id, await takeNextNumber(tx, solution.id)),
    ),
  )
  return registeredOf(draft, version, await readHost(deps))
}

/** Writes a new solution with its version 1, and records it in the audit log. */
export async function writeFirstVersion(tx: Transaction, draft: Draft): Promise<InsertedVersion> {
  const { workspace, caller, metadata } = draft
  const solution = await insertSolution(tx, {
    workspace_id: workspace.workspace_id,
    name: metadata.name,
    created_by: caller.account_id,
  })
  return writeVersion(tx, draft, solution, 1, 'solution.register')
}

/** Writes the version with a number that was taken before, and records it in the audit log. */
export async function writeNextVersion(tx: Transaction, draft: Draft, solution: string, number: number) {
  await noteNextVersion(tx, solution)
  return writeVersion(tx, draft, solution, number, 'version.register')
}

async function writeVersion(
  tx: Transaction,
  { workspace, caller, metadata, size, tool_files }: Draft,
  solution: string,
  number: number,
  action: string,
): Promise<InsertedVersion> {
  const { workspace_id } = workspace
  const version = await insertVersion(tx, {
    workspace_id,
    solution_id: solution,
    version_num: number,
    metadata,
    size,
    tool_files,
    created_by: caller.account_id,
  })
  await record(tx, caller, {
    action,
    ...namedObject('version', { id: version.id, name: `${metadata.name} v${number}`, workspace_id }),
    after: { solution_id: solution, version_num: number, size },
  })
  return version
}

/** Refuses a new version with another name than its solution. */
export function refuseOtherName(name: string, metadata: Metadata): void {
  if (metadata.name !== name) fail('SOLUTION.NAME.DIFFERS', { sent: metadata.name, name })
}

/** Refuses a name whose prefix is still being written or removed, as that removal would delete the new files too. */
export async function refuseBusyName(deps: Deps, workspace: Workspace, name: string): Promise<void> {
  const target = { bucket: workspace.s3_bucket_name, prefix: solutionPrefix(name) }
  if (!(await isPending(deps.database, target))) return
  await workOffBelow(deps, target)
  if (await isPending(deps.database, target)) fail('SOLUTION.NAME.BUSY', { name })
}

/** The reply that registration clients read for their new version. */
export function registeredOf(
  { workspace, caller, metadata, tool_files }: Draft,
  version: InsertedVersion,
  host: Host | null,
  warnings = host ? metadataWarnings(metadata, host) : [HOST_UNKNOWN],
): Registered {
  return {
    id: version.solution_id,
    name: metadata.name,
    scope_ws: workspace.workspace_name,
    workspace_id: workspace.workspace_id,
    workspace_name: workspace.workspace_name,
    versions: [{ ...version, created_by: caller.display_name }],
    warnings,
    without_effect: host ? withoutEffect(metadata, tool_files, host) : [],
  }
}
