import type { AskSlurm } from './commands.ts'
import { isRoot } from './system-user.ts'

/** What is not held here, in sentences for the administrator. */
export async function gapsOf(ask: AskSlurm): Promise<string[]> {
  const config = await ask('scontrol', ['show', 'config'])
  return [...ofIdentity(isRoot()), ...ofLimits(config)]
}

function ofIdentity(isRoot: boolean): string[] {
  return [
    isRoot
      ? 'The server runs as root, so runs whose workspace names no user are root on the nodes of Slurm: name one in each workspace, or start the server as a user of its own.'
      : "Runs have the identity of the server's user on the nodes of Slurm: a run can read and change what that user can, other runs included.",
    'Runs on the nodes of Slurm see the network and the files that the nodes have, and what they write is not counted: quotas of the shared file system are what limits it.',
  ]
}

export function ofLimits(config: string): string[] {
  const setting = (name: string) => new RegExp(`^${name}\\s*=\\s*(.*)$`, 'm').exec(config)?.[1] ?? ''
  const byGroups = setting('TaskPlugin').includes('cgroup')
  const byPolling = /OverMemoryKill/i.test(setting('JobAcctGatherParams'))
  return [
    ...(byGroups || byPolling
      ? []
      : [
          'Slurm does not hold jobs to their memory here: set TaskPlugin=task/cgroup with ConstrainRAMSpace=yes.',
        ]),
    ...(byGroups
      ? []
      : [
          'Slurm does not hold jobs to their cores here: set TaskPlugin=task/cgroup with ConstrainCores=yes.',
        ]),
    ...(setting('AccountingStorageType').endsWith('/none')
      ? [
          `Slurm keeps no accounts, so of a run that ends while no server runs nothing is known after MinJobAge (${setting('MinJobAge')}) but what its supervisor wrote down, and not who cancelled it.`,
        ]
      : []),
  ]
}
