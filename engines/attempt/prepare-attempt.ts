import { copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunSpec, StartRefused } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { type CopyOptions, copyInputs, layOver } from './copy-inputs.ts'
import { isFullDisk, requireSpace } from './disk.ts'
import { exists, folder, ownFolder } from './folders.ts'
import { parametersJson } from './parameters-json.ts'
import { removeTree } from './remove-tree.ts'
import { writeSupervisor } from './supervisor.ts'
import { chownTree, makeTreeReadOnly } from './tree-owner.ts'

export interface PrepareOptions extends CopyOptions {
  /** the folder of the Python modules that the run gets; null: none */
  python: string | null
  /** called once only the source is there; if it throws, nothing else is copied */
  hasSource?: () => Promise<void>
}

/**
 * Prepares everything that an attempt needs before its program can start. Each part is written under another name and
 * renamed when complete, so that preparing continues after a killed server.
 * @throws StartRefused with a sentence if this can never succeed
 * @throws DiskFull with a sentence if the disk has no space for it now, or the system's error if that shows late
 */
export async function prepareAttempt(
  spec: RunSpec,
  directory: AttemptDirectory,
  uid: number | null,
  { python, hasSource, ...options }: PrepareOptions,
): Promise<void> {
  await requireSpace(directory.root)
  await ownFolder(directory.output, uid)
  await ownFolder(directory.log, uid)
  await readableFile(directory.metadata, JSON.stringify(spec.metadata), uid)
  await readableFile(directory.parameters, parametersJson(spec.metadata, spec.mode, spec.parameters), uid)
  await writeSupervisor(directory, spec)
  const { source, files, model } = spec
  await build(directory.work, async (draft) => {
    if (source) await copyInputs([source], draft, options)
    await layOver(files, draft, options)
    await requireFolder(draft, spec.working_directory)
    await chownTree(draft, uid)
  })
  await hasSource?.()
  await build(directory.data, async (draft) => {
    await copyInputs(spec.data, draft, options)
    await makeTreeReadOnly(draft, uid)
  })
  if (python)
    await build(directory.python, async (draft) => {
      await copyModules(python, draft)
      await makeTreeReadOnly(draft, uid)
    })
  if (!model) return
  await build(directory.model, async (draft) => {
    await copyInputs([model], draft, options)
    await makeTreeReadOnly(draft, uid)
  })
}

async function build(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (await exists(target)) return
  const draft = `${target}.draft`
  // The draft of a server that ended; runs of the workspace may have changed it since.
  if (await exists(draft)) await removeTree(draft)
  await folder(draft, 0o700)
  try {
    await fill(draft)
  } catch (error) {
    // Frees the space for others while this attempt waits.
    if (isFullDisk(error)) await removeTree(draft)
    throw error
  }
  await rename(draft, target)
}

/** @throws StartRefused if the program could not start in this folder of the source */
async function requireFolder(work: string, working_directory: string): Promise<void> {
  const isBelow = !working_directory.split('/').includes('..')
  const found = await lstat(join(work, working_directory)).catch(() => null)
  if (isBelow && found?.isDirectory()) return
  throw new StartRefused(
    `The source has no folder \`${working_directory}\`, in which its program should start: correct the working directory.`,
  )
}

/** Copies the modules, because the run's user or its sandbox may not reach the product. */
async function copyModules(python: string, folder: string): Promise<void> {
  for (const module of await readdir(python, { withFileTypes: true })) {
    if (!module.isDirectory()) continue
    await mkdir(join(folder, module.name))
    for (const name of await readdir(join(python, module.name)))
      if (name.endsWith('.py'))
        await copyFile(join(python, module.name, name), join(folder, module.name, name))
  }
}

async function readableFile(path: string, text: string, uid: number | null): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, text, { mode: 0o400 })
  if (uid === null) return
  const file = await open(path, 'r')
  try {
    await file.chown(0, uid)
    await file.chmod(0o440)
  } finally {
    await file.close()
  }
}
