import type { ChildProcess } from 'node:child_process'
import { link, rm } from 'node:fs/promises'
import { roomToStart } from '@podium/contract/disk-space.ts'
import { type ObjectSource, type RunSpec, StartRefused } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import { joinFiles, makeGroups, oomCounterFile } from './control-groups.ts'
import { asFullDisk, DiskFull, diskFullReason, diskState } from './disk.ts'
import { runEnvironment } from './environment.ts'
import type { Attempt, Host } from './host.ts'
import { codeOf, flushFolderOf, writeDraft } from './json-file.ts'
import { launchCommand } from './launch.ts'
import { prepareAttempt } from './prepare-attempt.ts'
import { refuseMissingProgram } from './program.ts'
import type { Begun } from './record-shapes.ts'
import { COULD_NOT_BEGIN, startSupervisor } from './supervisor.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** With five seconds between them: longer than a store takes to come back. */
const MOST_TRIES = 60
const LONGEST_REASON = 1000

/** How far an attempt is whose supervisor has not begun. */
export type StartState = 'under way' | 'stopped' | { waits_for: string } | { refused: string }

export interface Starting {
  /** Stages and starts in the background, once; answers how far that is. */
  advance(attempt: Attempt, spec: RunSpec, stopRequested: boolean): Promise<StartState>
  forget(attempt: Attempt): void
  /** Gives up what is being prepared here; a later engine goes on with it. */
  close(): Promise<void>
}

interface Start {
  control: AbortController
  finished: Promise<void>
  state: 'preparing' | 'spawned' | 'failed'
  supervisor: ChildProcess | null
  refused: string | null
  waits_for: string | null
  retryAt: number
  tries: number
}

export interface StartingOptions {
  host: Host
  objects: ObjectSource
  python: string | null
  unpackLimit: number
  retryMs: number
  log: (message: string, details: Record<string, unknown>) => void
  /** called when there is news of the attempt */
  wake: (attempt: Attempt) => void
}

export function createStarting({
  host,
  objects,
  python,
  unpackLimit,
  retryMs,
  log,
  wake,
}: StartingOptions): Starting {
  const starts = new Map<string, Start>()
  let closed = false

  async function prepareAndStart(attempt: Attempt, spec: RunSpec, start: Start): Promise<void> {
    const { signal } = start.control
    try {
      const uid = host.uidOf(spec.workspace_number)
      await prepareAttempt(spec, attempt.directory, uid, { objects, python, unpackLimit, signal })
      const command = spec.command ?? []
      await refuseMissingProgram(command[0] ?? '', host.path, attempt.directory.work)
      await makeGroups(host.limits.hierarchies, attempt.group, spec.granted)
      signal.throwIfAborted()
      start.supervisor = await launch(attempt, spec, command, uid)
      start.supervisor.once('exit', () => wake(attempt))
      start.state = 'spawned'
    } catch (error) {
      if (signal.aborted) start.state = 'failed'
      else fail(attempt, start, await asFullDisk(error, attempt.directory.root).catch(() => error))
    }
    wake(attempt)
  }

  function fail(attempt: Attempt, start: Start, error: unknown): void {
    start.state = 'failed'
    start.retryAt = performance.now() + retryMs
    if (error instanceof DiskFull) {
      // A disk may stay full for days: to wait for room is no try.
      start.waits_for = error.message
      start.tries -= 1
      return
    }
    start.refused = finalReason(error)
    if (start.refused !== null) return
    log('A run could not be prepared; trying again.', { ...attempt.key, error: String(error) })
    if (start.tries === MOST_TRIES)
      start.refused = `The run could not be prepared, tried ${MOST_TRIES} times: ${messageOf(error)}. Start it again later.`
  }

  async function launch(
    attempt: Attempt,
    spec: RunSpec,
    command: string[],
    uid: number | null,
  ): Promise<ChildProcess> {
    const { directory, group } = attempt
    const { hierarchies, systemd } = host.limits
    const temporary = host.sandbox ? null : await temporaryFolder(directory, uid)
    return startSupervisor(directory, {
      joins: joinFiles(hierarchies, group),
      oomCounter: oomCounterFile(hierarchies, group),
      command: launchCommand({
        directory,
        environment: runEnvironment(spec, directory, {
          path: host.path,
          temporary,
          hasPython: python !== null,
        }),
        command,
        granted: spec.granted,
        uid,
        sandbox: host.sandbox,
        hidden: host.hidden,
        pidNamespace: host.pidNamespace,
        systemd,
        ownSession: host.ownSession,
      }),
    })
  }

  function begin(attempt: Attempt, spec: RunSpec): void {
    const last = starts.get(attempt.directory.root)
    const start: Start = {
      control: new AbortController(),
      finished: Promise.resolve(),
      state: 'preparing',
      supervisor: null,
      refused: null,
      waits_for: last?.waits_for ?? null,
      retryAt: 0,
      tries: (last?.tries ?? 0) + 1,
    }
    starts.set(attempt.directory.root, start)
    start.finished = prepareAndStart(attempt, spec, start)
  }

  return {
    async advance(attempt, spec, stopRequested) {
      const start = starts.get(attempt.directory.root)
      if (stopRequested) {
        start?.control.abort()
        await start?.finished
        return start?.state === 'spawned' ? 'under way' : 'stopped'
      }
      // Before it began: it could not write that it does, or something ended it. Nothing of the program was started.
      if (start?.state === 'spawned' && start.supervisor && hasExited(start.supervisor))
        fail(attempt, start, await notBegunError(start.supervisor, attempt))
      if (start?.refused) return { refused: start.refused }
      const isDue = !start || (start.state === 'failed' && performance.now() >= start.retryAt)
      if (isDue && !closed) begin(attempt, spec)
      return start?.waits_for ? { waits_for: start.waits_for } : 'under way'
    },
    forget(attempt) {
      starts.delete(attempt.directory.root)
    },
    async close() {
      closed = true
      for (const start of starts.values()) start.control.abort()
      await Promise.all([...starts.values()].map(({ finished }) => finished))
    },
  }
}

/** Why the run can never start, or null where another try may help. */
function finalReason(error: unknown): string | null {
  // It may quote what an archive or a command holds.
  if (error instanceof StartRefused) return plainLine(error.message, LONGEST_REASON)
  if (codeOf(error) === 'E2BIG')
    return "The pipeline's command is longer than this machine can start: give the program a file to read instead."
  return null
}

/** A system error by its code: its message may name places of the server. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return codeOf(error) ?? message.replace(/\.$/, '')
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function notBegunError(supervisor: ChildProcess, { directory }: Attempt): Promise<unknown> {
  const error = new Error('its supervisor ended before it began.')
  if (supervisor.exitCode !== COULD_NOT_BEGIN) return error
  const disk = await diskState(directory.root)
  const full = diskFullReason(disk, roomToStart(disk))
  return full === null ? error : new DiskFull(full)
}

/**
 * Takes the place of the supervisor, so that none can begin the attempt any more, and says how it ended instead. False
 * when one has begun.
 */
export async function preventBegin(
  { directory }: Attempt,
  bootId: string,
  earlyEnd: Begun['instead'],
): Promise<boolean> {
  const draft = await writeDraft(directory.begun, { boot_id: bootId, pid: 0, start: -1, instead: earlyEnd })
  try {
    await link(draft, directory.begun)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  await rm(draft)
  await flushFolderOf(directory.begun)
  return true
}
