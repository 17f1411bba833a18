import type { Readable } from 'node:stream'
import type { Artifact } from '@podium/contract/calls/run-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import { BadObjectName } from '@podium/storage/object-store.ts'
import { refuseGone } from '../objects/gone-files.ts'
import { previewOf } from '../objects/preview.ts'
import { keyOf, type RunDeps, type RunLocation, readLocation } from '../run-records/run-row.ts'
import { attemptPrefix } from '../solutions/object-paths.ts'
import { type Member, packed } from './archive.ts'

/** Lists the artifacts of a run; for one that has not ended, the artifacts so far. */
export async function listArtifacts(deps: RunDeps, id: string): Promise<Artifact[]> {
  return artifactsAt(deps, await locationOf(deps, id))
}

async function artifactsAt(deps: RunDeps, location: RunLocation): Promise<Artifact[]> {
  if (!location.stored)
    return isWithEngine(location) ? (await deps.engine.outputs(keyOf(location))).files : []
  await refuseGone(deps.database, location, 'artifacts')
  const folder = `${attemptPrefix(location)}artifacts/`
  const artifacts: Artifact[] = []
  for await (const { path, size, modified_at } of deps.objects.list(location.bucket, folder))
    artifacts.push({ path: path.slice(folder.length), size, modified_at })
  return artifacts
}

const PICTURE = /\.(png|jpe?g|jfif|gif|webp)$/i
const LARGEST_PICTURE = 2 * 1024 * 1024
const MAX_PICTURES = 50

/** Paths of the pictures that a preview shows; none if the engine of a running run does not answer. */
export async function picturesAt(deps: RunDeps, location: RunLocation): Promise<string[]> {
  const artifacts = await artifactsAt(deps, location).catch(() => [])
  const paths = artifacts
    .filter(({ path, size }) => PICTURE.test(path) && size <= LARGEST_PICTURE)
    .map(({ path }) => path)
    .sort()
    .slice(0, MAX_PICTURES)
  const shown: string[] = []
  for (const path of paths) if (await isShown(deps, location, path)) shown.push(path)
  return shown
}

async function isShown(deps: RunDeps, location: RunLocation, path: string): Promise<boolean> {
  try {
    const opened = await openAt(deps, location, path)
    return opened !== null && (await previewOf(path, opened.stream)).kind === 'image'
  } catch {
    return false
  }
}

/** Opens one artifact of a run. */
export async function openArtifact(deps: RunDeps, id: string, path: string): Promise<Opened> {
  return (await findArtifact(deps, id, path)) ?? fail('NOT.FOUND')
}

/** Opens all artifacts of the run as a tar.gz that is built while it is read, named after the run. */
export async function openArchive(deps: RunDeps, id: string): Promise<{ name: string; stream: Readable }> {
  const location = await locationOf(deps, id)
  const artifacts = await listArtifacts(deps, id)
  const members = artifacts.map(
    ({ path, size, modified_at }): Member => ({
      name: path,
      size,
      modified_at,
      mayChange: !location.stored,
      open: async () => (await findArtifact(deps, id, path))?.stream ?? null,
    }),
  )
  return { name: `${location.name}.tar.gz`, stream: packed(members) }
}

export interface Opened {
  stream: Readable
  /** null while the run may still write to it */
  size: number | null
  /** the object in the store and its etag; null while the file is with the engine */
  at: { bucket: string; path: string; etag: string } | null
}

/** Returns null if there is no such file (any more); throws if the run was deleted. */
export async function findArtifact(deps: RunDeps, id: string, path: string): Promise<Opened | null> {
  const location = await locationOf(deps, id)
  const opened = await openAt(deps, location, path)
  if (opened) return opened
  // the run may have ended and been stored between the two reads
  const now = await locationOf(deps, id)
  return now.stored === location.stored ? null : openAt(deps, now, path)
}

async function openAt(
  { database, engine, objects }: RunDeps,
  location: RunLocation,
  path: string,
): Promise<Opened | null> {
  try {
    if (location.stored) {
      await refuseGone(database, location, 'artifacts')
      const { bucket } = location
      const opened = await objects.open(bucket, `${attemptPrefix(location)}artifacts/${path}`)
      return (
        opened && {
          stream: opened.stream,
          size: opened.size,
          at: { bucket, path: opened.path, etag: opened.etag },
        }
      )
    }
    return isWithEngine(location)
      ? { stream: await engine.openOutput(keyOf(location), path), size: null, at: null }
      : null
  } catch (error) {
    if (error instanceof BadObjectName || hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function locationOf({ database }: RunDeps, id: string): Promise<RunLocation> {
  return (await readLocation(database, id)) ?? fail('NOT.FOUND')
}

function isWithEngine(location: RunLocation): boolean {
  return location.submitted && location.ended_at === null
}
