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
      ? 'Runs have the identity of the user whom their workspace names: runs of the same user can read and change each other. The server runs as root, so a workspace that names no user starts no runs.'
      : "Runs have the identity of the server's user on the nodes of Slurm: a run can read and change what that user can, other runs included.",
    'Runs on the nodes of Slurm see the network, also where their workspace has it switched off, and the files that the nodes have, and only quotas of the shared file system limit what they write.',
    'Python packages that a source names are not installed on Slurm: programs find those of the nodes.',
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
          'Slurm does not enforce the memory limits of jobs here: set TaskPlugin=task/cgroup with ConstrainRAMSpace=yes.',
        ]),
    ...(byGroups
      ? []
      : [
          'Slurm does not enforce the core limits of jobs here: set TaskPlugin=task/cgroup with ConstrainCores=yes.',
        ]),
    ...(setting('AccountingStorageType').endsWith('/none')
      ? [
          `Slurm keeps no accounts, so MinJobAge (${setting('MinJobAge')}) after a run ended while no server was running, only what its supervisor wrote down is known, and not who cancelled it.`,
        ]
      : []),
  ]
}
