import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AskSlurm, slurmCommands } from './commands.ts'
import { readNodes } from './nodes.ts'

/** Slurm replaces % patterns by job and node, and a backslash disables that. */
const STRANGE = /[%\\\p{Cc}]/u

/** Asks Slurm and returns why it cannot run jobs as configured, in a sentence, or null if it can. */
export async function problemOfSlurm(root: string, ask: AskSlurm = slurmCommands()): Promise<string | null> {
  if (STRANGE.test(root))
    return `PODIUM_SLURM_ROOT=${root}: Slurm takes no folder with %, \\ or control characters in its name.`
  return (await problemOfRoot(root)) ?? (await problemOfCluster(ask))
}

async function problemOfRoot(root: string): Promise<string | null> {
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory())
    return `PODIUM_SLURM_ROOT: there is no folder ${root}. Make or mount it, here and on every node, then start again.`
  const trial = join(root, `.podium-${randomUUID()}`)
  try {
    await writeFile(trial, '', { flag: 'wx' })
    await rm(trial)
    return null
  } catch {
    return `PODIUM_SLURM_ROOT: this server may not write in ${root}. Give its user the right, here and on every node.`
  }
}

async function problemOfCluster(ask: AskSlurm): Promise<string | null> {
  try {
    const nodes = await readNodes(ask)
    return nodes.length > 0 ? null : 'PODIUM_ENGINE=slurm: the Slurm cluster has no partition with nodes.'
  } catch (error) {
    return `PODIUM_ENGINE=slurm: ${(error as Error).message} Fix it, or set SLURM_CONF to the cluster's configuration, and start again.`
  }
}
