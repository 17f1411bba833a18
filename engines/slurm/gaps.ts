import type { AskSlurm } from './commands.ts'
import { isRoot } from './system-user.ts'

/** Returns sentences for the administrator about limits that are not enforced here. */
export async function gapsOf(ask: AskSlurm): Promise<string[]> {
  const config = await ask('scontrol', ['show', 'config'])
  return [...ofIdentity(isRoot()), ...ofLimits(config)]
}

function ofIdentity(isRoot: boolean): string[] {
  return [
    isRoot
      ? 'Runs start as the user that their workspace sets, and runs of the same user can read and change each other. The server runs as root, so a workspace without a user starts no runs.'
      : "On the nodes of Slurm, runs start as the server's user: a run can read and change everything that user can, other runs included.",
    'Runs on the nodes of Slurm can use files of their node and the network, also where their workspace has it switched off, and only quotas of the shared file system limit what they write.',
    'Python packages that a source names are not installed on Slurm: programs find those of their node.',
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
          `Slurm does not store ended jobs. If a run ends while no server is running, Podium knows only what its supervisor recorded once MinJobAge (${setting('MinJobAge')}) has passed, and not who cancelled it.`,
        ]
      : []),
  ]
}
