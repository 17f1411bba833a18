import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { roomToStart } from '@podium/contract/rules/disk-space.ts'
import type { Attempt } from '../attempt/attempt.ts'
import { DiskFull, diskFullReason, diskState } from '../attempt/disk.ts'
import {
  foldersOf,
  ownUser,
  pathWith,
  RUN_USER,
  type RunPackages,
  runEnvironment,
} from '../attempt/environment.ts'
import { writeEnvironment } from '../attempt/environment-file.ts'
import { asOwner } from '../attempt/folders.ts'
import { markPrepared } from '../attempt/kept/prepared-mark.ts'
import { prepareAttempt } from '../attempt/prepare-attempt.ts'
import type { StartingOptions } from '../attempt/reconcile/starting.ts'
import { COULD_NOT_BEGIN } from '../attempt/supervisor.ts'
import { temporaryFolder } from '../attempt/temporary-folder.ts'
import type { ObjectSource, RunSpec } from '../engine.ts'
import type { Caches } from './caches/caches.ts'
import {
  attemptEntry,
  groupFolders,
  groupOf,
  joinFiles,
  makeGroups,
  oomCounterFile,
} from './control-groups.ts'
import type { createCores } from './cores.ts'
import { startProgram } from './descriptors.ts'
import type { Environments } from './environments/environments.ts'
import { canKeepFromNetwork, type Host, stopSignalOf } from './host.ts'
import { launchCommand, reachOf } from './launch.ts'
import { refuseMissingProgram } from './program.ts'
import { atSamePath, SANDBOX_CACHES, SANDBOX_DIRECTORY, SANDBOX_PROGRAMS } from './sandbox.ts'
import { writeUsers } from './users.ts'

export interface StartOptions {
  host: Host
  objects: ObjectSource
  python: string | null
  environments: Pick<Environments, 'yieldToOther' | 'environmentFor'>
  cores: ReturnType<typeof createCores>
  caches: Pick<Caches, 'forPrograms'>
  unpackLimit: number
  wake: (attempt: Attempt) => void
}

/** Starts attempts as processes of this machine. */
export function startProcess({
  host,
  objects,
  python,
  environments,
  cores,
  caches,
  unpackLimit,
  wake,
}: StartOptions): StartingOptions['start'] {
  async function launch(
    attempt: Attempt,
    spec: RunSpec,
    command: string[],
    uid: number | null,
    packages: RunPackages | null,
  ) {
    const { directory } = attempt
    const group = groupOf(attempt)
    const { hierarchies, systemd } = host.limits
    const seen = host.sandbox === null ? directory : SANDBOX_DIRECTORY
    const users =
      uid === null || host.sandbox === null
        ? {}
        : await writeUsers({ root: directory.root, home: seen.work }, uid)
    const temporary = host.sandbox ? null : await temporaryFolder(directory, uid)
    const cache = await caches.forPrograms(attempt, uid)
    const variables = runEnvironment(spec, seen, {
      path: pathFrom(host.path, host.python_folder && (host.sandbox ? SANDBOX_PROGRAMS : host.python_folder)),
      temporary,
      hasPython: python !== null,
      packages,
      caches: host.sandbox === null ? cache : SANDBOX_CACHES,
      isOffline: !spec.network && canKeepFromNetwork(host),
      user: uid === null ? ownUser() : RUN_USER,
    })
    await writeEnvironment(directory.variables, variables, asOwner(uid))
    const words = launchCommand({
      reach: await reachOf(
        directory,
        spec.working_directory,
        {
          ...atSamePath([
            ...foldersOf(packages),
            ...(packages?.readable ?? []),
            ...groupFolders(hierarchies, group),
          ]),
          ...users,
          ...(host.python_folder !== null && { [SANDBOX_PROGRAMS]: host.python_folder }),
        },
        { [SANDBOX_CACHES]: cache },
      ),
      environment: seen.variables,
      entry: attemptEntry(attempt),
      command,
      secrets: spec.secrets ?? [],
      granted: spec.granted,
      stopSignal: stopSignalOf(host, spec),
      uid,
      sandbox: host.sandbox,
      hidden: host.hidden,
      pidNamespace: host.pidNamespace,
      network: spec.network,
      networkNamespace: host.networkNamespace,
      systemd,
      ownSession: host.ownSession,
      cores: await cores.coresFor(attempt, spec.granted.cpu),
    })
    const joins = joinFiles(hierarchies, group).join(':')
    const counter = oomCounterFile(hierarchies, group)
    // Its shell outlives this process.
    const supervisor = await startProgram(['/bin/sh', 'supervisor', joins, counter, ...words], {
      cwd: directory.root,
      output: 'ignore',
      detached: true,
    })
    supervisor.unref()
    return supervisor
  }

  return async (attempt, spec, signal) => {
    const uid = host.uidOf(spec.workspace_number)
    const hasSource = () => environments.yieldToOther(attempt, spec, uid, signal)
    await prepareAttempt(spec, attempt.directory, uid, { objects, python, unpackLimit, signal, hasSource })
    const packages = await environments.environmentFor(attempt, spec, uid, signal)
    const command = spec.command ?? []
    const path = pathWith(packages, pathFrom(host.path, host.python_folder))
    const folder = join(attempt.directory.work, spec.working_directory)
    await refuseMissingProgram(command[0] ?? '', path, folder)
    await makeGroups(host.limits.hierarchies, groupOf(attempt), spec.granted)
    await markPrepared(attempt.directory)
    signal.throwIfAborted()
    const supervisor = await launch(attempt, spec, command, uid, packages)
    supervisor.once('exit', () => wake(attempt))
    // It has not begun: it could not record that, or something ended it. The program was not started.
    return { notBegun: async () => (hasExited(supervisor) ? notBegunError(supervisor, attempt) : null) }
  }
}

function pathFrom(path: string, folder: string | null): string {
  return folder === null ? path : `${path}:${folder}`
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function notBegunError(supervisor: ChildProcess, { directory }: Attempt): Promise<unknown> {
  const error = new Error('its supervisor ended before it started.')
  if (supervisor.exitCode !== COULD_NOT_BEGIN) return error
  const disk = await diskState(directory.root)
  const full = diskFullReason(disk, roomToStart(disk))
  return full === null ? error : new DiskFull(full)
}
