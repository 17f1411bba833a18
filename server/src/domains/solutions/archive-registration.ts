import type { registerArchive as registerArchiveRoute } from '@podium/contract/calls/solutions.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import {
  checkMetadata,
  checkSolutionName,
  otherLettersProblem,
} from '@podium/contract/solution-metadata/metadata.ts'
import { BadObjectName, type OpenedObject } from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Caller } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { roomFor } from '../../room.ts'
import { createSemaphore } from '../../semaphore.ts'
import { type Added, checkStorage, lockStorage } from '../workspaces/quotas/storage.ts'
import { workOffBelow } from '../workspaces/removals.ts'
import { reserve } from '../workspaces/reservation.ts'
import { emptyUpload, forgetUpload } from '../workspaces/uploads.ts'
import { type Check, checksOf, good, warningsOf, wrong } from './archive-checks.ts'
import { refuse } from './archive-reader.ts'
import { type ArchiveSurvey, surveyArchive } from './archive-survey.ts'
import { readHost } from './host.ts'
import { versionPrefix, withAddresses } from './object-paths.ts'
import { packageFindings } from './package-checks.ts'
import { type KnownSolution, readSolutionIn, readSolutionNamed } from './reads.ts'
import {
  checkedMetadata,
  type Draft,
  refuseBusyName,
  refuseOtherName,
  registeredOf,
  type Workspace,
  writeFirstVersion,
  writeNextVersion,
} from './registration.ts'
import { giveNumberBack, takeNextNumber } from './repository.ts'
import { occupantOf, occupiedText, untilUploadsAreStored, writeArchive } from './write-archive.ts'

/** Limits concurrent surveys, because each keeps every name of its archive in memory. */
const withPermit = createSemaphore({ at_once: 2, waiting: 32, refuse: () => fail('SOLUTION.BUSY') })

/** Names an upload in the workspace's bucket, below uploads/. */
type ArchiveSent = Call<typeof registerArchiveRoute>['body']

/** Checks an uploaded archive and reports everything that is good, doubtful or wrong. Changes nothing. */
export async function checkArchive(deps: Deps, workspace: Workspace, sent: ArchiveSent) {
  const requested = await askedSolution(deps, workspace, sent)
  const { survey } = await surveyUpload(deps, workspace, sent.path)
  const checked = checkMetadata(survey.metadata)
  const host = await readHost(deps)
  const name = 'metadata' in checked ? checked.metadata.name : ''
  const known = requested ?? (await readSolutionNamed(deps.database, workspace.workspace_id, name))
  const next_version = (known?.last_version ?? 0) + 1
  return {
    checks: [
      ...(name === '' ? [] : [nameCheck(name, known, next_version, requested !== null)]),
      ...(await pathChecks(deps, workspace, name, next_version)),
      ...(await checksOf(survey, checked, host)),
    ],
    name,
    next_version,
    solution_id: known?.id ?? null,
    metadata_json: 'metadata' in checked ? checked.metadata : null,
    files: survey.all.files,
    bytes: survey.all.bytes,
  }
}

/**
 * Registers an uploaded archive. The version's prefix is reserved, then the files are written, then the version. A
 * failure or crash at any point leaves neither a version nor files, and the upload stays until everything is done.
 */
export async function registerArchive(deps: Deps, workspace: Workspace, caller: Caller, sent: ArchiveSent) {
  const known = await askedSolution(deps, workspace, sent)
  const { survey, etag } = await surveyUpload(deps, workspace, sent.path)
  const metadata = checkedMetadata(survey.metadata)
  if (known) refuseOtherName(known.name, metadata)
  else await refuseNewName(deps, workspace, metadata.name)
  const number = known ? await takeNextNumber(deps.database, known.id) : 1
  const draft = { workspace, caller, metadata, size: 0, tool_files: survey.tool_files }
  const registration = { deps, sent, etag, survey, draft, known, number }
  const version = await storeVersion(registration).catch(async (error) => {
    if (known) await giveNumberBack(deps.database, known.id, number)
    throw error
  })
  await removeUpload(deps, workspace, sent.path)
  const host = await readHost(deps)
  const { wrong, doubtful } = await packageFindings(survey.files, metadata, host)
  return registeredOf(draft, version, host, [...warningsOf(survey, metadata, host), ...wrong, ...doubtful])
}

interface Registration {
  deps: Deps
  sent: ArchiveSent
  /** etag of the upload that was surveyed */
  etag: string
  survey: ArchiveSurvey
  draft: Draft
  known: KnownSolution | null
  number: number
}

async function storeVersion({ deps, sent, etag, survey, draft, known, number }: Registration) {
  const { workspace, metadata } = draft
  const target = { bucket: workspace.s3_bucket_name, prefix: versionPrefix(metadata.name, number) }
  const reservation = await reserve(deps.database, target)
  if (!reservation) return fail('SOLUTION.NAME.BUSY', { name: metadata.name })
  try {
    // A concurrent registration of the name may have placed its files here.
    if (!known) await refuseTakenName(deps, workspace, metadata.name)
    await untilUploadsAreStored(deps.database, workspace.workspace_id)
    const occupant = await occupantOf(deps.objects, target.bucket, metadata.name, number)
    if (occupant !== null) refuse(occupiedText(occupant, number))
  } catch (error) {
    // nothing was written, so the existing files must not be removed
    await reservation.release()
    throw error
  }
  try {
    // sample data is stored twice
    const { train, inference } = survey.data
    await roomFor(survey.all.bytes + train.bytes + inference.bytes, deps)
    await checkStorage(deps.database, added(draft, sent.path, survey.all.bytes))
    const again = await openUpload(deps, workspace, sent.path)
    if (again.etag !== etag) {
      again.stream.destroy()
      refuse('The upload was replaced while it was being registered. Register it again.')
    }
    const modes = metadata.pipeline.map((pipeline) => pipeline.type)
    const written = await writeArchive(
      deps.objects,
      again.stream,
      survey,
      { ...target, modes },
      deps.config.upload_max,
    )
    const filled = { ...draft, metadata: withAddresses(metadata, written), size: written.size }
    return await deps.database
      .transaction(async (tx) => {
        // the same lock order as uploads: this lock first, then the storage limit
        await untilUploadsAreStored(tx, workspace.workspace_id)
        await lockStorage(tx, added(draft, sent.path, written.size))
        await emptyUpload(tx, workspace.workspace_id, sent.path)
        const version = known
          ? await writeNextVersion(tx, filled, known.id, number)
          : await writeFirstVersion(tx, filled)
        if (await reservation.keep(tx)) return version
        throw new Error(`The place of ${metadata.name} v${number} was not held to the end.`)
      })
      .catch(failIfTaken('solutions_name', 'SOLUTION.NAME.TAKEN', { name: metadata.name }))
  } catch (error) {
    await reservation.scheduleDeletion()
    await workOffBelow(deps, target)
    throw error
  }
}

/** The storage that the version adds; it replaces its upload. */
function added({ workspace, caller }: Draft, replaces: string, bytes: number): Added {
  return { ...workspace, account_id: caller.account_id, bytes, what: 'version', replaces }
}

async function refuseNewName(deps: Deps, workspace: Workspace, name: string): Promise<void> {
  const problem = checkSolutionName(name)
  if (problem !== null) fail('SOLUTION.METADATA', { problem: `name: ${problem}` })
  await refuseTakenName(deps, workspace, name)
  await refuseBusyName(deps, workspace, name)
}

async function refuseTakenName(deps: Deps, workspace: Workspace, name: string): Promise<void> {
  if (await readSolutionNamed(deps.database, workspace.workspace_id, name))
    fail('SOLUTION.NAME.TAKEN', { name })
}

async function askedSolution(deps: Deps, workspace: Workspace, { solution_id }: ArchiveSent) {
  if (solution_id === undefined || solution_id === '') return null
  return (await readSolutionIn(deps.database, workspace.workspace_id, solution_id)) ?? fail('NOT.FOUND')
}

function surveyUpload(deps: Deps, workspace: Workspace, path: string) {
  return withPermit(async () => {
    const { stream, etag } = await openUpload(deps, workspace, path)
    return { survey: await surveyArchive(stream, deps.config.upload_max), etag }
  })
}

async function openUpload(deps: Deps, workspace: Workspace, path: string): Promise<OpenedObject> {
  if (!path.startsWith('uploads/')) refuse('Upload the archive below uploads/ first, and name that path.')
  const upload = await deps.objects.open(workspace.s3_bucket_name, path).catch((error) => {
    if (error instanceof BadObjectName) refuse(error.message)
    throw error
  })
  return upload ?? refuse(`There is no upload at ${path}. Upload the archive first.`)
}

/** Only logs a failure to remove the upload, because the version exists by now. */
async function removeUpload(deps: Deps, workspace: Workspace, path: string): Promise<void> {
  await deps.objects
    .remove(workspace.s3_bucket_name, path)
    .then(() => forgetUpload(deps.database, workspace.workspace_id, path))
    .catch((error) => deps.log.warn({ err: error, path }, 'a registered upload could not be removed'))
}

async function pathChecks(
  { objects }: Deps,
  { s3_bucket_name }: Workspace,
  name: string,
  number: number,
): Promise<Check[]> {
  if (checkSolutionName(name) !== null) return []
  const occupant = await occupantOf(objects, s3_bucket_name, name, number)
  return occupant === null ? [] : [wrong('Its folder is not empty', occupiedText(occupant, number))]
}

function nameCheck(name: string, known: KnownSolution | null, next: number, isAsked: boolean): Check {
  if (known && known.name !== name && !isAsked)
    return wrong('Name is not available', otherLettersProblem(known.name, `v ${next}`))
  if (known && known.name !== name)
    return wrong(
      'Name differs',
      `The metadata has the name ${name}, but this solution is named ${known.name}.`,
    )
  if (known) return good('This solution already exists', `${name}, becomes v ${next}`)
  const problem = checkSolutionName(name)
  return problem === null
    ? good('Name is available', `${name}, becomes v ${next}`)
    : wrong('Name is not valid', problem)
}
