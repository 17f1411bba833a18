import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import type { DiskState } from '@podium/contract/rules/disk-space.ts'
import { diskRefusal, withDiskSpace } from './attempt/disk.ts'
import type {
  Engine,
  LogType,
  Observation,
  Outcome,
  Progress,
  Resources,
  RunKey,
  RunSpec,
  Usage,
} from './engine.ts'
import { StartRefused } from './engine.ts'
import { admitRun, largestRun, nodeOf } from './local/admission.ts'
import { instanceTypeOf, localInstanceType } from './local/instance-type.ts'

export interface MemoryEngineOptions {
  machine?: Resources
  clock?: () => Date
}

/** The end of an attempt as set by a test. Missing parts follow from the outcome. */
export interface ScriptedEnd {
  outcome: Outcome
  exit_code?: number | null
  reason?: string
  interrupted?: true
  raw?: Record<string, unknown>
}

/** An engine that runs nothing: a test controls each attempt. */
export interface MemoryEngine extends Engine {
  /** every spec submitted so far, in order */
  submitted: RunSpec[]
  start(key: RunKey): void
  log(key: RunKey, type: LogType, text: string): void
  /** Empties a log, as a run can. */
  empty(key: RunKey, type: LogType): void
  progress(key: RunKey, progress: Progress): void
  /** Sets the progress of an attempt before its program begins. */
  prepares(key: RunKey, message: string, step: string): void
  output(key: RunKey, path: string, bytes: Buffer | string): void
  /** Sets the result of `packages` for the attempt. */
  installs(key: RunKey, list: PackageList): void
  /** Sets the result of `usage` for the attempt until it has ended. */
  uses(key: RunKey, usage: Usage): void
  end(key: RunKey, end: ScriptedEnd): void
  /** Sets the result or error of `deferral` for the run. */
  defers(key: RunKey, answer: string | StartRefused | null): void
  /** Sets the result of `disk`, which `admit` also uses. */
  setDisk(disk: DiskState | null): void
  /** Makes every call that queries the engine throw this, until null. */
  fail(error: Error | null): void
}

interface Attempt {
  granted: Resources
  observation: Exclude<Observation, { phase: 'absent' }>
  logs: Record<LogType, Buffer>
  outputs: Map<string, { bytes: Buffer; modified_at: string }>
  usage: Usage | null
  packages: PackageList | null
}

type Ended = Extract<Observation, { phase: 'ended' }>

const POLL_MS = 5
const REASONS: Record<Outcome, string> = {
  succeeded: 'Finished.',
  failed: 'Exit code 1; the log is empty.',
  stopped: 'Stopped on request.',
  lost: 'The machine restarted.',
  preempted: 'The queue preempted the run.',
  deferred: 'Waiting for run line-3-1, which installs the same packages.',
}

export function createMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  const { machine = { cpu: 4, memory_mib: 8704, gpu: 0 }, clock = () => new Date() } = options
  const attempts = new Map<string, Attempt>()
  const prepared = new Set<string>()
  const submitted: RunSpec[] = []
  const retained = new Map<string, RunKey>()
  const deferrals = new Map<string, string | StartRefused | null>()
  let disk: DiskState | null = null
  let failure: Error | null = null

  const now = () => clock().toISOString()
  const nameOf = ({ workspace, run, attempt }: RunKey) => `${workspace}/${run}/${attempt}`

  function here(key: RunKey): Attempt | undefined {
    if (failure) throw failure
    return attempts.get(nameOf(key))
  }

  function scripted(key: RunKey): Attempt {
    const attempt = attempts.get(nameOf(key))
    if (!attempt) throw new Error(`The attempt ${nameOf(key)} was never submitted.`)
    return attempt
  }

  function start(key: RunKey): void {
    const attempt = scripted(key)
    if (attempt.observation.phase !== 'starting') return
    attempt.observation = { phase: 'running', started_at: now(), progress: null }
  }

  function end(key: RunKey, scriptedEnd: ScriptedEnd): void {
    const { outcome, exit_code, reason = REASONS[outcome], interrupted, raw = {} } = scriptedEnd
    const attempt = scripted(key)
    const { observation } = attempt
    if (observation.phase === 'ended') return
    const ended: Ended = {
      phase: 'ended',
      outcome,
      exit_code: exit_code ?? (outcome === 'succeeded' ? 0 : null),
      reason,
      ...(interrupted && { interrupted }),
      raw,
      started_at: observation.phase === 'running' ? observation.started_at : null,
      ended_at: now(),
      progress: observation.progress,
    }
    attempt.observation = ended
  }

  return {
    shared: false,
    submitted,
    start,
    end,
    log(key, type, text) {
      const { logs } = scripted(key)
      logs[type] = Buffer.concat([logs[type], Buffer.from(text)])
    },
    empty(key, type) {
      scripted(key).logs[type] = Buffer.alloc(0)
    },
    prepares(key, message, step) {
      const progress = { fraction: null, step, message }
      scripted(key).observation = { phase: 'starting', progress, waits_for: message }
    },
    progress(key, progress) {
      start(key)
      scripted(key).observation.progress = progress
    },
    output(key, path, bytes) {
      scripted(key).outputs.set(path, { bytes: Buffer.from(bytes), modified_at: now() })
    },
    installs(key, list) {
      scripted(key).packages = list
    },
    defers(key, answer) {
      deferrals.set(key.run, answer)
    },
    uses(key, usage) {
      scripted(key).usage = usage
    },
    setDisk(state) {
      disk = state
    },
    fail(error) {
      failure = error
    },
    async capabilities() {
      const nothing = { notices: [], gaps: [], heeds: [] }
      const largest = largestRun(machine)
      return { engine: 'memory', containers: true, packages: true, pythons: [], largest, ...nothing }
    },
    async nodes() {
      if (failure) throw failure
      const live = [...attempts.values()].filter(({ observation }) => observation.phase !== 'ended')
      const inUse = live.map(({ granted }) => granted)
      return [nodeOf(machine, inUse, diskRefusal(disk))]
    },
    disk: async () => disk,
    rights: async () => null,
    instanceType: localInstanceType,
    ownInstanceType: () => instanceTypeOf(machine),
    async admit(requested, inUse) {
      return withDiskSpace(disk, admitRun(machine, requested, inUse))
    },
    async deferral({ run }) {
      const answer = deferrals.get(run) ?? null
      if (answer instanceof StartRefused) throw answer
      return answer
    },
    async prepare({ id }) {
      if (failure) throw failure
      prepared.add(id)
    },
    prepared: async () => [...prepared],
    async release(workspace) {
      if ([...attempts.keys()].some((name) => name.startsWith(`${workspace}/`))) return
      prepared.delete(workspace)
    },
    async submit(spec) {
      if (here(spec)) return
      if (spec.command === null && spec.image === null) {
        throw new StartRefused('The pipeline names neither a command nor a container.')
      }
      submitted.push(structuredClone(spec))
      attempts.set(nameOf(spec), {
        granted: spec.granted,
        observation: { phase: 'starting', progress: null },
        logs: { pipeline: Buffer.alloc(0), process: Buffer.alloc(0) },
        outputs: new Map(),
        usage: null,
        packages: null,
      })
    },
    async inspect(keys) {
      return keys.map((key) => structuredClone(here(key)?.observation ?? { phase: 'absent' }))
    },
    async stop(key) {
      if (here(key)) end(key, { outcome: 'stopped' })
    },
    async openLog(key, type, { from, to } = { from: 0 }) {
      const bytes = here(key)?.logs[type]
      if (!bytes || bytes.length === 0) return null
      const part = bytes.subarray(from, to)
      return { size: bytes.length, stream: Readable.from(part.length === 0 ? [] : [Buffer.from(part)]) }
    },
    async *follow(key, type, from, signal) {
      let offset = from
      let longest = 0
      while (!signal.aborted) {
        const attempt = here(key)
        const size = attempt?.logs[type].length ?? 0
        if (size < longest) return
        longest = size
        const bytes = attempt?.logs[type].subarray(offset)
        if (bytes && bytes.length > 0) yield { offset, bytes: Buffer.from(bytes) }
        offset += bytes?.length ?? 0
        if (!attempt || (attempt.observation.phase === 'ended' && offset >= attempt.logs[type].length)) return
        await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined)
      }
    },
    async outputs(key, under) {
      const outputs = [...(here(key)?.outputs ?? [])]
      const files = outputs
        .filter(([path]) => under === undefined || path.startsWith(`${under}/`))
        .map(([path, { bytes, modified_at }]) => ({ path, size: bytes.length, modified_at }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
      return { files, left_out: [] }
    },
    async openOutput(key, path, from = 0) {
      const output = here(key)?.outputs.get(path)
      if (!output) throw Object.assign(new Error(`There is no output ${path}.`), { code: 'ENOENT' })
      return Readable.from(from < output.bytes.length ? [output.bytes.subarray(from)] : [])
    },
    async packages(key) {
      return structuredClone(here(key)?.packages ?? null)
    },
    async usage(keys) {
      return keys.map((key) => {
        const attempt = here(key)
        return attempt?.observation.phase === 'running' ? structuredClone(attempt.usage) : null
      })
    },
    async forget(key) {
      const attempt = here(key)
      if (!attempt) return
      if (attempt.observation.phase !== 'ended')
        throw new Error('A run that has not ended cannot be forgotten.')
      attempts.delete(nameOf(key))
      const { workspace, run, attempt: number } = key
      const isDev = submitted.some((spec) => spec.dev && nameOf(spec) === nameOf(key))
      if (isDev) retained.set(nameOf(key), { workspace, run, attempt: number })
    },
    retained: async () => [...retained.values()],
    async discard(key) {
      retained.delete(nameOf(key))
    },
  }
}
