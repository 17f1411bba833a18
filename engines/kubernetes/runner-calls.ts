import type { Readable } from 'node:stream'
import type { RunnerAnswer } from '@podium/contract/calls/runner.ts'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { fail, failAt } from '@podium/contract/rules/errors.ts'
import { logTooLong } from '../attempt/reconcile/limits.ts'
import { specOfRecord } from '../attempt/spec-of-record.ts'
import type { Input, LogType, ObjectSource, OutputFile, Progress, RunKey, RunSpec, Usage } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import type { AttemptRecord, AttemptStore, ExitRecord } from './attempt-store.ts'
import { sizeOfLog } from './cluster-log.ts'
import { DIRECT_PIECE, LOG_SLACK } from './runner-limits.ts'

export interface RunnerCallsOptions {
  attempts: AttemptStore
  objects: ObjectSource
  /** maximum bytes of an unpacked archive, and of all outputs together */
  unpackLimit: number
  /** returns the address at which a pod reads an object from the store; null: it reads it, or all, from the server */
  addressOf?: ((bucket: string, path: string) => Promise<string | null>) | null
  clock?: () => Date
}

/** The inputs that a pod prepares. */
export interface Inputs {
  spec: RunSpec
  unpack_limit: number
  /** true if the command must not begin: it is being stopped, or another pod of the attempt has begun it */
  stop: boolean
}

/**
 * The bytes of a pod's data that have arrived, and the maximum that is accepted. `stop_grace_seconds` is the time
 * between the signal to end and the kill; null: the pod's default.
 */
export interface Received {
  logs: Record<LogType, number>
  log_limit: number
  output_limit: number
  stop_grace_seconds: number | null
}

/** Everything that a pod has when its command has ended. */
export interface EndReport {
  logs: Record<LogType, number>
  outputs: { path: string; size: number }[]
  left_out: string[]
}

/** Minimum time between records, because a pod calls several times a second and each record is a write. */
const NOTE_INTERVAL_MS = 30_000
const MAX_REASON_LENGTH = 1000
const MAX_PATH_BYTES = 4096

/** Answers the calls of a pod's programs. The key is that of the token. Every call may be repeated, by any server. */
export function createRunnerCalls({
  attempts,
  objects,
  unpackLimit,
  addressOf = null,
  clock = () => new Date(),
}: RunnerCallsOptions) {
  const now = () => clock().toISOString()

  function isPast(noted_at: string | null | undefined): boolean {
    return !noted_at || clock().getTime() - Date.parse(noted_at) >= NOTE_INTERVAL_MS
  }

  async function known(key: RunKey): Promise<AttemptRecord> {
    return (await attempts.find(key)) ?? fail('NOT.FOUND')
  }

  async function answerOf(key: RunKey): Promise<RunnerAnswer> {
    return answerFor(await known(key))
  }

  async function note(key: RunKey, change: Parameters<AttemptStore['note']>[1]): Promise<RunnerAnswer> {
    return answerFor(await attempts.note(key, change))
  }

  return {
    /** Returns the attempt of the token, or null if it is invalid. The call is a sign of life, whatever its answer. */
    async keyOf(token: string): Promise<RunKey | null> {
      const owner = await attempts.ownerOf(token)
      if (owner === null) return null
      if (owner.exit && isPast(owner.heard_at)) await attempts.note(owner.key, { heard_at: now() })
      return owner.key
    },

    /** Records that the store refused the pod's data, so that its run says why its output is not saved yet. */
    async refused(key: RunKey, sentence: string): Promise<void> {
      const { exit, refusal } = await known(key)
      if (exit && (refusal?.sentence !== sentence || isPast(refusal.at)))
        await attempts.note(key, { refusal: { at: now(), sentence } })
    },

    async inputs(key: RunKey): Promise<Inputs> {
      const record = await known(key)
      return {
        spec: specOfRecord(record.spec),
        unpack_limit: unpackLimit,
        stop: answerFor(record).stop || record.started_at !== null,
      }
    },

    /** Lists every object below one of the run's own inputs. */
    async objects(key: RunKey, bucket: string, prefix: string) {
      requireInput(specOfRecord((await known(key)).spec), bucket, prefix)
      return objects.list(bucket, prefix)
    },

    async object(key: RunKey, bucket: string, path: string): Promise<Readable> {
      requireInput(specOfRecord((await known(key)).spec), bucket, path)
      return objects.open(bucket, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingInput() : error
      })
    },

    /** Returns the address at which the pod reads the object, or null if it must ask the server for it. */
    async address(key: RunKey, bucket: string, path: string): Promise<{ address: string | null }> {
      requireInput(specOfRecord((await known(key)).spec), bucket, path)
      return { address: addressOf && (await addressOf(bucket, path)) }
    },

    async received(key: RunKey): Promise<Received> {
      const { log_limit, stop_grace_seconds } = (await known(key)).spec
      const [pipeline, process] = [
        await sizeOfLog(attempts, key, 'pipeline'),
        await sizeOfLog(attempts, key, 'process'),
      ]
      // The record of an earlier release has no grace period.
      const grace = stop_grace_seconds ?? null
      return { logs: { pipeline, process }, log_limit, output_limit: unpackLimit, stop_grace_seconds: grace }
    },

    async log(key: RunKey, type: LogType, offset: number, bytes: Buffer): Promise<RunnerAnswer> {
      const { log_limit } = (await known(key)).spec
      requireSize(offset + bytes.length, log_limit + LOG_SLACK)
      const size = await attempts.appendLog(key, type, offset, bytes)
      const answer =
        size > log_limit
          ? await note(key, { stop_requested_at: now(), stop_reason: logTooLong(log_limit) })
          : await answerOf(key)
      return { ...answer, size }
    },

    async output(key: RunKey, file: OutputFile, offset: number, bytes: Buffer): Promise<RunnerAnswer> {
      requireOutputPath(file.path)
      requireSize(offset + bytes.length, unpackLimit)
      const size = await attempts.appendOutput(key, file, offset, bytes, unpackLimit)
      return { ...(await answerOf(key)), size }
    },

    /** Returns the address for a piece of an output, or null if the pod must send it to the server. */
    async place(key: RunKey, file: OutputFile, offset: number, bytes: number): Promise<RunnerAnswer> {
      requireOutputPath(file.path)
      requireSize(bytes, DIRECT_PIECE)
      requireSize(offset + bytes, unpackLimit)
      const address = await attempts.placeOutput(key, file, { offset, bytes, most: unpackLimit })
      return { ...(await answerOf(key)), address }
    },

    /** Counts a piece that the pod put there. If it did not arrive, the size shows that. */
    async placed(key: RunKey, file: OutputFile, offset: number, bytes: number): Promise<RunnerAnswer> {
      const size = await attempts.addPlaced(key, file, { offset, bytes, most: unpackLimit })
      return { ...(await answerOf(key)), size }
    },

    /** Removes outputs that the pod no longer has, so that they do not count. */
    async outputs(key: RunKey, paths: string[]): Promise<RunnerAnswer> {
      await attempts.keepOutputs(key, paths, [])
      return answerOf(key)
    },

    progress: (
      key: RunKey,
      report: { started_at: string | null; progress: Progress | null; usage: Usage | null },
    ): Promise<RunnerAnswer> =>
      note(key, { ...report, progress: report.progress && plainly(report.progress) }),

    exit: (key: RunKey, exit: ExitRecord): Promise<RunnerAnswer> =>
      note(key, { started_at: exit.started_at, exit }),

    /** Records that the attempt can never begin, for a reason that its program found. */
    async refusal(key: RunKey, reason: string): Promise<RunnerAnswer> {
      const sentence = plainLine(reason, MAX_REASON_LENGTH)
      const ended = {
        outcome: 'failed',
        exit_code: null,
        reason: sentence,
        raw: {},
        ended_at: now(),
      } as const
      return { ...(await note(key, { ended, is_complete: true })), is_complete: true }
    },

    /** Completes the attempt. If something did not arrive, the answer says so and the pod sends it again. */
    async end(key: RunKey, report: EndReport): Promise<RunnerAnswer> {
      if (!(await hasAll(attempts, key, report))) return { ...(await answerOf(key)), is_complete: false }
      const paths = report.outputs.map(({ path }) => path)
      const left_out = report.left_out.map((sentence) => plainLine(sentence, MAX_REASON_LENGTH))
      await attempts.keepOutputs(key, paths, left_out)
      return { ...(await note(key, { is_complete: true })), is_complete: true }
    },
  }
}

export type RunnerCalls = ReturnType<typeof createRunnerCalls>

/** An input of the run is not in the store. */
export class MissingInput extends Error {}

/** The pod of an ended attempt is not told to stop while it still sends data. */
function answerFor({ stop_requested_at, exit, ended, is_complete }: AttemptRecord): RunnerAnswer {
  const isOver = ended !== null && is_complete
  return { stop: stop_requested_at !== null || isOver, main_ended: exit !== null || ended !== null }
}

/** Throws unless the path belongs to the run's inputs: its token grants access to nothing else of the workspace. */
function requireInput({ source, files, data, model }: RunSpec, bucket: string, path: string): void {
  const inputs = [source, model, ...files, ...data].filter((input) => input !== null)
  if (!inputs.some((input) => holds(input, bucket, path))) fail('NOT.FOUND')
}

function holds(input: Input, bucket: string, path: string): boolean {
  if (input.bucket !== bucket) return false
  const isPrefix = !input.archive && (input.path === '' || input.path.endsWith('/'))
  return isPrefix ? path.startsWith(input.path) : path === input.path
}

/** Throws for a bad path, because it becomes part of the name of an object. */
function requireOutputPath(path: string): void {
  const isGood = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isGood || path.includes('\0') || Buffer.byteLength(path) > MAX_PATH_BYTES)
    failAt(['query', 'path'], 'This is not a path below the output folder.')
}

function requireSize(size: number, most: number): void {
  if (size > most) fail('OBJECT.LARGE', { limit: sizeInWords(most) })
}

/** Removes control characters, because the command may impersonate its pod's program. */
function plainly({ fraction, step, message }: Progress): Progress {
  const plain = (text: string | null) => (text && plainLine(text, MAX_REASON_LENGTH)) || null
  return { fraction, step: plain(step), message: plain(message) }
}

async function hasAll(attempts: AttemptStore, key: RunKey, { logs, outputs }: EndReport): Promise<boolean> {
  const sizeOf = new Map((await attempts.outputs(key)).files.map(({ path, size }) => [path, size]))
  if (outputs.some(({ path, size }) => sizeOf.get(path) !== size)) return false
  const types = ['pipeline', 'process'] as const
  const sizes = await Promise.all(types.map((type) => sizeOfLog(attempts, key, type)))
  return types.every((type, index) => sizes[index] === logs[type])
}
