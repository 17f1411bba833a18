import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { type ObjectSource, type RunSpec, StartRefused } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import { joinFiles, makeGroups, oomCounterFile } from './control-groups.ts'
import { runEnvironment } from './environment.ts'
import type { Host, Place } from './host.ts'
import { codeOf } from './json-file.ts'
import { launchCommand } from './launch.ts'
import { refuseMissingProgram } from './program.ts'
import { stage } from './staging.ts'
import { startSupervisor } from './supervisor.ts'

/** With five seconds between them: longer than a store takes to come back. */
const MOST_TRIES = 60
const LONGEST_REASON = 1000

/** How far an attempt is whose supervisor has not begun. */
export type StartState = 'under way' | 'stopped' | { refused: string }

export interface Starting {
  /** Stages and starts in the background, once; answers how far that is. */
  advance(place: Place, spec: RunSpec, stopRequested: boolean): Promise<StartState>
  forget(place: Place): void
  /** Gives up what is being staged here; a later engine goes on with it. */
  close(): Promise<void>
}

interface Start {
  control: AbortController
  finished: Promise<void>
  state: 'staging' | 'spawned' | 'failed'
  supervisor: ChildProcess | null
  refused: string | null
  retryAt: number
  tries: number
}

export interface StartingOptions {
  host: Host
  objects: ObjectSource
  unpackLimit: number
  retryMs: number
  log: (message: string, details: Record<string, unknown>) => void
  /** called when there is news of the attempt */
  wake: (place: Place) => void
}

export function createStarting({
  host,
  objects,
  unpackLimit,
  retryMs,
  log,
  wake,
}: StartingOptions): Starting {
  const starts = new Map<string, Start>()
  let closed = false

  async function prepareAndStart(place: Place, spec: RunSpec, start: Start): Promise<void> {
    const { signal } = start.control
    try {
      const uid = host.uidOf(spec.workspace_number)
      await stage(spec, place.directory, uid, { objects, unpackLimit, signal })
      const command = spec.command ?? []
      await refuseMissingProgram(command[0] ?? '', host.path, place.directory.work)
      await makeGroups(host.limits.hierarchies, place.group, spec.granted)
      signal.throwIfAborted()
      start.supervisor = await launch(place, spec, command, uid)
      start.supervisor.once('exit', () => wake(place))
      start.state = 'spawned'
    } catch (error) {
      start.state = 'failed'
      start.retryAt = performance.now() + retryMs
      if (!signal.aborted) fail(place, start, error)
    }
    wake(place)
  }

  function fail(place: Place, start: Start, error: unknown): void {
    start.refused = finalReason(error)
    if (start.refused !== null) return
    log('A run could not be prepared; trying again.', { ...place.key, error: String(error) })
    if (start.tries === MOST_TRIES)
      start.refused = `The run could not be prepared, tried ${MOST_TRIES} times: ${messageOf(error)}. Start it again later.`
  }

  function launch(place: Place, spec: RunSpec, command: string[], uid: number | null): Promise<ChildProcess> {
    const { directory, group } = place
    const { hierarchies, systemd } = host.limits
    return startSupervisor(directory, {
      joins: joinFiles(hierarchies, group),
      oomCounter: oomCounterFile(hierarchies, group),
      command: launchCommand({
        directory,
        environment: runEnvironment(spec, directory, host.path),
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

  function begin(place: Place, spec: RunSpec): void {
    const start: Start = {
      control: new AbortController(),
      finished: Promise.resolve(),
      state: 'staging',
      supervisor: null,
      refused: null,
      retryAt: 0,
      tries: (starts.get(place.directory.root)?.tries ?? 0) + 1,
    }
    starts.set(place.directory.root, start)
    start.finished = prepareAndStart(place, spec, start)
  }

  return {
    async advance(place, spec, stopRequested) {
      const start = starts.get(place.directory.root)
      if (stopRequested) {
        start?.control.abort()
        await start?.finished
        return start?.state === 'spawned' ? 'under way' : 'stopped'
      }
      if (start?.refused) return { refused: start.refused }
      if (start?.supervisor && hasExited(start.supervisor))
        return { refused: 'The run could not be started: its supervisor ended at once.' }
      const isDue = !start || (start.state === 'failed' && performance.now() >= start.retryAt)
      if (isDue && !closed) begin(place, spec)
      return 'under way'
    },
    forget(place) {
      starts.delete(place.directory.root)
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

/**
 * Takes the place of the supervisor, so that none can begin the attempt any more. False when one has begun.
 */
export async function preventBegin(place: Place, bootId: string): Promise<boolean> {
  try {
    const nobody = { boot_id: bootId, pid: 0, start: -1 }
    await writeFile(place.directory.begun, JSON.stringify(nobody), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
