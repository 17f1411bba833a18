import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { type CopyOptions, copyInputs } from './copy-inputs.ts'
import { isFullDisk, requireRoom } from './disk.ts'
import { exists, folder, ownFolder } from './folders.ts'
import { giveTree, lendTree } from './hand-over.ts'
import { parametersJson } from './parameters-json.ts'
import { removeTree } from './remove-tree.ts'
import { writeSupervisor } from './supervisor.ts'

export interface PrepareOptions extends CopyOptions {
  /** the folder of the Python modules that the run gets; null: none */
  python: string | null
  /** called once the source is there and nothing else is; where it throws, nothing else is copied */
  hasSource?: () => Promise<void>
}

/**
 * Lays out all an attempt needs before its program can start. Each part is made under another name and renamed
 * when whole, so that a server that was killed in between goes on where it was.
 * @throws StartRefused with a sentence when it can never be laid out
 * @throws DiskFull with a sentence when the disk has no room for it now, or the system's error where that shows late
 */
export async function prepareAttempt(
  spec: RunSpec,
  directory: AttemptDirectory,
  uid: number | null,
  { python, hasSource, ...options }: PrepareOptions,
): Promise<void> {
  await requireRoom(directory.root)
  await ownFolder(directory.output, uid)
  await ownFolder(directory.log, uid)
  await readableFile(directory.metadata, JSON.stringify(spec.metadata), uid)
  await readableFile(directory.parameters, parametersJson(spec.metadata, spec.mode, spec.parameters), uid)
  await writeSupervisor(directory)
  const { source, model } = spec
  await build(directory.work, async (draft) => {
    if (source) await copyInputs([source], draft, options)
    await giveTree(draft, uid)
  })
  await hasSource?.()
  await build(directory.data, async (draft) => {
    await copyInputs(spec.data, draft, options)
    await lendTree(draft, uid)
  })
  if (python)
    await build(directory.python, async (draft) => {
      await copyModules(python, draft)
      await lendTree(draft, uid)
    })
  if (!model) return
  await build(directory.model, async (draft) => {
    await copyInputs([model], draft, options)
    await lendTree(draft, uid)
  })
}

async function build(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (await exists(target)) return
  const draft = `${target}.draft`
  // Of a server that ended, and perhaps in the hands of the workspace's runs since.
  if (await exists(draft)) await removeTree(draft)
  await folder(draft, 0o700)
  try {
    await fill(draft)
  } catch (error) {
    // While it waits for room, others find what it had taken.
    if (isFullDisk(error)) await removeTree(draft)
    throw error
  }
  await rename(draft, target)
}

/** Copied, as the product may lie where the run's identity or its sandbox does not reach. */
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
