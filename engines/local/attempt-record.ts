import { stat } from 'node:fs/promises'
import type { Observation, RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { exists } from './identity.ts'
import { readJson, writeJson } from './json-file.ts'
import { isAlive, type ProcessIdentity } from './processes.ts'
import type { Begun, Exit } from './supervisor.ts'
import type { StopRequest } from './verdict.ts'

export type Ended = Extract<Observation, { phase: 'ended' }>

/** All that is written down about an attempt. */
export interface AttemptRecord {
  spec: RunSpec
  begun: Begun | null
  started_at: string | null
  child: ProcessIdentity | null
  exit: Exit | null
  stop: StopRequest | null
  ended: Ended | null
}

/** null when the attempt was never submitted here */
export async function readRecord(directory: AttemptDirectory): Promise<AttemptRecord | null> {
  const spec = await readJson<RunSpec>(directory.spec)
  if (!spec) return null
  const ended = await readJson<Ended>(directory.ended)
  const begun = await readJson<Begun>(directory.begun)
  return {
    spec,
    begun,
    started_at: begun ? await timeOf(directory.begun) : null,
    child: await readJson<ProcessIdentity>(directory.child),
    exit: await readJson<Exit>(directory.exit),
    stop: await readJson<StopRequest>(directory.stop),
    ended,
  }
}

/** Whether supervisor or program still run, on this start of the machine. */
export async function isUnderWay({ begun, child }: AttemptRecord, bootId: string): Promise<boolean> {
  if (!begun || begun.boot_id !== bootId) return false
  return (await isAlive(begun)) || (child !== null && (await isAlive(child)))
}

/** Writes down that the attempt shall end; the first request counts, and none after the program has ended. */
export async function requestStop(
  directory: AttemptDirectory,
  reason: string | null,
  requestedAt: Date,
): Promise<void> {
  if (!(await exists(directory.spec))) return
  for (const file of [directory.stop, directory.exit, directory.ended]) if (await exists(file)) return
  const request: StopRequest = { requested_at: requestedAt.toISOString(), reason, signalled: false }
  await writeJson(directory.stop, request)
}

/** When a file was written, by the name it got then. */
export async function timeOf(path: string): Promise<string> {
  return (await stat(path)).mtime.toISOString()
}
