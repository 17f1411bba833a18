import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipelineIn } from '@podium/contract/calls/choices.ts'
import type { InstalledPackage } from '@podium/contract/calls/run-packages.ts'
import type { Registered } from '@podium/contract/calls/solutions.ts'
import { type PackageChoice, packageChoiceOf } from '@podium/contract/python-packages/package-choice.ts'
import { packagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { PackagesUnreadable } from '@podium/contract/python-packages/packages-unreadable.ts'
import { pinnedRequirements, unpinnable } from '@podium/contract/python-packages/pinned-requirements.ts'
import { projectTable } from '@podium/contract/python-packages/project-table.ts'
import { readRequirementFiles } from '@podium/contract/python-packages/requirement-files.ts'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import { withSettingsOfUv } from '@podium/contract/python-packages/uv-settings.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import {
  datasetAddresses,
  pipelineOf,
  sourceAddress,
} from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import type { Input } from '@podium/engines/engine.ts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { roomFor } from '../../room.ts'
import { createSemaphore } from '../../semaphore.ts'
import { packagesOfRuns } from '../run-records/packages/reads.ts'
import { type ArchiveFile, explainDamage, readArchive } from '../solutions/archive-reader.ts'
import { registerArchive } from '../solutions/archive-registration.ts'
import { type ArchivePart, mayNamePackages, partOf } from '../solutions/archive-survey.ts'
import { storeSource } from '../solutions/write-archive.ts'
import { findSource } from './start/run-source.ts'

const FILE = 'requirements.txt'
const LONGEST_FILE = 4 * 2 ** 20

/** One at a time, because unpacking and packing a source occupies a core. */
const withPermit = createSemaphore({ at_once: 1, waiting: 8, refuse: () => fail('SOLUTION.BUSY') })

/**
 * Registers the next version of the run's solution: the run's version with exactly the packages that the run had. It
 * is registered like an uploaded archive, with the same checks, limits and audit event.
 */
export async function pinPackages(deps: Deps, object: ScopedObject, caller: Caller): Promise<Registered> {
  const { solution_id, metadata, packages } = await readPinned(deps, object.id)
  const name = unpinnable(packages)
  if (name !== undefined)
    refusePin(`${name} came from an address with a password, which is not kept. Pin it in ${FILE} by hand.`)
  const source = await sourceOf(deps, object.s3_bucket_name, metadata)
  const path = archiveUpload(randomUUID().replaceAll('-', ''))
  try {
    await withPermit(() => writePinned(deps, source, path, metadata, packages))
    return await registerArchive(deps, object, caller, { path, solution_id })
  } catch (error) {
    await deps.objects
      .remove(object.s3_bucket_name, path)
      .catch((err) => deps.log.warn({ err, path }, 'an archive with pinned packages could not be removed'))
    throw error
  }
}

function refusePin(problem: string): never {
  return fail('RUN.PIN', { problem })
}

async function readPinned({ database }: Deps, id: string) {
  const [found] = await database
    .select({
      solution_id: runs.solution_id,
      pipeline: runs.pipeline,
      given: runs.metadata_json,
      metadata: solutionVersions.metadata_json,
      packages: packagesOfRuns,
    })
    .from(runs)
    .innerJoin(solutionVersions, eq(solutionVersions.id, runs.solution_version_id))
    .where(eq(runs.id, id))
  if (!found) return fail('NOT.FOUND')
  const { packages, metadata, given, pipeline, solution_id } = found
  if (!packages) return fail('RUN.NO_PACKAGES')
  const [own, ofVersion] = [pipelineIn(given, pipeline), pipelineIn(metadata, pipeline)]
  if (own && ofVersion && sourceAddress(own) !== sourceAddress(ofVersion))
    refusePin('This run had the code of the Data Wrangler of its instance, not of its version.')
  return { solution_id, metadata, packages }
}

/** The archive with the source, which must be the same for all pipelines. */
async function sourceOf({ objects }: Deps, bucket: string, metadata: Metadata): Promise<Input> {
  const [first, ...others] = metadata.pipeline
  if (!first || others.some((other) => sourceAddress(other) !== sourceAddress(first)))
    return refusePin(
      'The pipelines of this version have sources of their own. Pin the packages in each by hand.',
    )
  const found = await findSource(objects, bucket, first)
  if ('problem' in found) return refusePin(found.problem)
  return found.source ?? refusePin('This version has no source that a list of packages could be added to.')
}

/** Writes an archive for registration: the source with another list of packages, and the metadata. */
function writePinned(
  deps: Deps,
  source: Input,
  path: string,
  metadata: Metadata,
  packages: InstalledPackage[],
): Promise<void> {
  const { bucket, path: from } = source
  return explainDamage(async () => {
    await roomFor((await deps.objects.stat(bucket, from))?.size ?? 1, deps)
    const opened = await deps.objects.open(bucket, from)
    if (!opened) return refusePin(`The source ${from} is gone.`)
    const archive = storeSource(deps.objects, bucket, path)
    try {
      const texts = new Map<string, string>()
      const paths = new Set<string>()
      for await (const file of readArchive(opened.stream, deps.config.upload_max)) {
        if (!remains(partOf(file.path, ''), metadata, source))
          refusePin(`The source holds ${file.path}, which has a meaning of its own in a registered archive.`)
        paths.add(file.path)
        if (file.path !== FILE && !mayNamePackages(file)) await archive.add(file.path, file)
        else {
          const text = await textOf(file)
          texts.set(file.path, text)
          if (file.path !== FILE)
            await archive.add(file.path, { ...fileOf(file.path, text), executable: file.executable })
        }
      }
      // An empty text stands for a file whose content was not kept, because only its existence matters.
      const read = async (path: string) => texts.get(path) ?? (paths.has(path) ? '' : null)
      const { python, options } = await pinnedChoice(metadata, { read, hasFolder: async () => false })
      const list = python.project === undefined ? packages : packages.filter(({ source }) => source !== './')
      const text = pinnedRequirements(list, options)
      await archive.add(FILE, fileOf(FILE, text))
      await archive.add('metadata.json', fileOf('metadata.json', JSON.stringify({ ...metadata, python })))
      await archive.finish()
    } catch (error) {
      throw (await archive.abandon()) ?? error
    }
  })
}

/** True if a file means the same in the new version: a file below data/ becomes sample data there. */
function remains(part: ArchivePart, metadata: Metadata, { bucket, path }: Input): boolean {
  if (part.kind !== 'data') return part.kind === 'source'
  const pipeline = pipelineOf(metadata, part.mode)
  const own = path.replace(/[^/]+\/source\/source\.tar\.gz$/, `${part.mode}/data/`)
  return !pipeline || datasetAddresses(pipeline).join() === `s3://${bucket}/${own}`
}

/**
 * The new version's choice of packages, and the option lines that say where they are found. The written list must
 * take precedence over a lock or another list; a project that was installed still is.
 */
async function pinnedChoice(
  metadata: Metadata,
  source: SourceFiles,
): Promise<{ python: PackageChoice; options: string[] }> {
  try {
    const { version, ...choice } = packageChoiceOf(metadata)
    const plan = await packagePlan(source, choice)
    if (plan !== null && (await hasSettingsOfUv(source, plan.folder)))
      refusePin(
        'Settings of uv say where packages come from, which a requirements.txt cannot. Pin them with `uv lock`.',
      )
    const lists = plan?.requirements.filter((path) => !path.endsWith('.toml')) ?? []
    const { lines } = await readRequirementFiles(source, lists)
    const isInstalled = plan !== null && ['above', 'within'].includes(plan.project)
    const python = {
      ...(version !== undefined && { version }),
      requirements: [FILE],
      ...(isInstalled && { project: plan.folder === '' ? '.' : plan.folder }),
    }
    const options = lines.filter((line) => line.kind === 'option' && line.name !== '--require-hashes')
    return { python, options: options.map(({ text }) => text) }
  } catch (error) {
    if (error instanceof PackagesUnreadable) return refusePin(error.message)
    throw error
  }
}

async function hasSettingsOfUv(source: SourceFiles, folder: string): Promise<boolean> {
  const path = `${folder}pyproject.toml`
  const text = await source.read(path)
  const { table } = await withSettingsOfUv(source, folder, text === null ? null : projectTable(text, path))
  return table?.is_of_uv ?? false
}

async function textOf({ size, content }: ArchiveFile): Promise<string> {
  if (size > LONGEST_FILE) refusePin(`${FILE} of the source is too long to be a list of packages.`)
  return text(content)
}

function fileOf(path: string, written: string): ArchiveFile {
  const bytes = Buffer.from(written)
  return { path, size: bytes.length, executable: false, content: Readable.from([bytes]) }
}
