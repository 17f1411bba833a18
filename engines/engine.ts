import type { Readable } from 'node:stream'
import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import type { DiskState } from '@podium/contract/rules/disk-space.ts'
import type { RunSetting } from '@podium/contract/rules/run-settings.ts'
import type { StopSignal } from '@podium/contract/solution-metadata/metadata.ts'
import type { PythonEnvironment } from './python-environment.ts'
import type { WorkspaceCaches } from './workspace-caches.ts'

/** Names one attempt of one run. `attempt` is the fencing number: a later one supersedes the earlier. */
export interface RunKey {
  /** id of the workspace */
  workspace: string
  /** id of the run */
  run: string
  /** from 1 */
  attempt: number
}

/** What a run may use. Memory in MiB, CPU in cores (fractions allowed), GPU in whole devices. */
export interface Resources {
  cpu: number
  memory_mib: number
  gpu: number
}

/** Something a run is given from the workspace's bucket: one object, or all objects below a prefix. */
export interface Input {
  bucket: string
  /** an object's path, or a prefix that ends in '/' */
  path: string
  /** unpack the object (tar.gz) instead of placing it */
  archive: boolean
}

/** What a workspace says about how its runs start. Of an engine that does not heed one, it changes nothing. */
export interface RunSettings extends Record<RunSetting, unknown> {
  /** whether the run may reach the network */
  network: boolean
  /** the queue of the cluster that lets the run begin; null: none */
  queue: string | null
  /** a run that waits for a node longer than this fails, in minutes; null: it waits */
  pending_limit_minutes: number | null
  /** the name of the system's user whom the run runs as, never root; null: whom the engine takes, who is not root either */
  system_user: string | null
  /** between the signal to end and the end of a program that is stopped, in seconds; null: as many as the engine gives */
  stop_grace_seconds: number | null
}

/** What a run is entrusted with: a file of that name in PODIUM_SECRETS_DIR, and an entry of its environment where asked. */
export interface Secret {
  name: string
  value: string
  in_environment: boolean
}

/** Everything an engine needs to start one attempt. Already validated; the engine interprets nothing else. */
export interface RunSpec extends RunKey, RunSettings {
  /** what people call the run */
  name: string
  mode: 'train' | 'inference'
  /** the program and its arguments; null: the image's own entry with `--mode … --system …` appended */
  command: string[] | null
  /** null where the pipeline names no container */
  image: string | null
  /** what PODIUM_METADATA_FILE holds: the version's metadata with this run's choices filled in */
  metadata: Record<string, unknown>
  /** what PODIUM_PARAMETERS_FILE holds: `{step: {argument: value}}` */
  parameters: Record<string, Record<string, unknown>>
  source: Input | null
  /**
   * The objects of a single prefix stand directly in PODIUM_DATA_DIR; of several, each in a folder with its last
   * name. A prefix below another one is part of it. A prefix may hold nothing.
   */
  data: Input[]
  model: Input | null
  granted: Resources
  /** the instance type that the run's tier stands for; null where no tier is set */
  instance_type: string | null
  timeout_seconds: number | null
  /** what tells the program to end; an engine that cannot send it sends SIGTERM */
  stop_signal: StopSignal
  /** the run is stopped with a sentence when a log grows past this, in bytes */
  log_limit: number
  /** entries of its environment; one that is of Podium's own stays as Podium sets it */
  variables: Record<string, string>
  /**
   * An engine shows them to the run alone: in no list of processes, no script and no record of its own, and in nothing
   * that is left when the attempt has ended.
   */
  secrets: Secret[]
  /** keeps the working directory for some days after the run, and tells the program to log at debug level */
  dev: boolean
  /** a small number of the workspace, from which an engine may derive an identity of its own (a uid) */
  workspace_number: number
}

/** How far a run says it is; each part may be missing. `fraction` from 0 to 1. */
export interface Progress {
  fraction: number | null
  step: string | null
  message: string | null
}

/**
 * How an attempt ended. `lost`: the engine cannot know (node gone, exit status gone). `preempted`: a queue took its place
 * back, and the run is to wait there again as its next attempt. `deferred`: before its program began the attempt gave its
 * place back, because another run does what it needs; once forgotten it is submitted again as the same attempt.
 */
export type Outcome = 'succeeded' | 'failed' | 'stopped' | 'lost' | 'preempted' | 'deferred'

/**
 * What the engine sees of an attempt now. `absent`: this engine knows nothing of it. `reason` is a sentence
 * a person can act on, `raw` the engine's own words kept beside it; their `last_lines` are those of the log, and the sentence
 * may quote the last of them; `waits_for` a sentence why it cannot be got ready now, `notice` one that says more than that it runs. Times are ISO-8601 UTC.
 */
export type Observation =
  | { phase: 'absent' }
  | { phase: 'starting'; progress: Progress | null; waits_for?: string }
  | { phase: 'running'; started_at: string; progress: Progress | null; notice?: string }
  | {
      phase: 'ended'
      outcome: Outcome
      exit_code: number | null
      reason: string
      /** something outside the program ended it, so that its log does not say why */
      interrupted?: true
      /** what it wrote is still being sent: its logs and outputs are not whole yet, and may be read later */
      is_sending?: true
      raw: Record<string, unknown>
      started_at: string | null
      ended_at: string
      progress: Progress | null
    }

export type LogType = 'pipeline' | 'process'

/** Bytes `from` up to but not including `to` (default: the end). */
export interface ByteRange {
  from: number
  to?: number
}

export interface LogPart {
  /** size of the whole log when it was opened, in bytes */
  size: number
  stream: Readable
}

/** New bytes of a log; `offset` is the position of the first of them. */
export interface LogChunk {
  offset: number
  bytes: Buffer
}

export interface OutputFile {
  /** below the output directory, with '/' */
  path: string
  size: number
  modified_at: string
}

/**
 * What an attempt uses now, all its processes together: processor time since it began in seconds, memory in MiB without
 * what the system would give back at once, and what it wrote to the disk so far in MiB. `gpu_percent` adds up over the
 * devices it works on (100 is one whole device). null where the machine does not tell.
 */
export interface Usage {
  cpu_seconds: number
  memory_mib: number
  gpu_percent: number | null
  gpu_memory_mib: number | null
  written_mib: number | null
}

/** What an attempt left, as far as it can be read. */
export interface Outputs {
  files: OutputFile[]
  /** what is there besides, in sentences that say why it is not among the files */
  left_out: string[]
}

/**
 * Answer to "may this start now": what it would be given, and when not, why it waits in a sentence, and whether it
 * lacks a share of the machine, which runs under way give back, or room on the disk.
 */
export type Admission =
  | { fits: true; granted: Resources }
  | { fits: false; granted: Resources; waits_for: string; lacks: 'share' | 'disk' }

export interface InstanceType {
  instance_type: string
  vcpu: number
  memory_gib: number
  gpu_count: number
  gpu_name: string
  /** where the answer comes from, e.g. 'local engine' */
  source: string
}

/** A machine that runs start on. */
export interface EngineNode {
  /** what administrators call it; no two nodes have the same */
  name: string
  /** why no run starts there now, in a sentence; null where one may */
  refusal: string | null
  /** what the specification of a tier names it by; null where it has none */
  instance_type: string | null
  /** what runs can be given there, all together */
  capacity: Resources
  /** what of the capacity is promised to nothing, never below 0 */
  free: Resources
}

export interface Capabilities {
  engine: 'local' | 'slurm' | 'kubernetes' | 'memory'
  containers: boolean
  /** the Python packages that a source names are installed */
  packages: boolean
  /** the versions of Python that packages are installed for, such as '3.11.2'; empty where none are */
  pythons: string[]
  /** what one run can be given at most */
  largest: Resources
  /** sentences an administrator should read: what this host does not enforce, and why */
  notices: string[]
  /** those of the notices that say what is not held here: warnings, where the others are news */
  gaps: string[]
  /** what of the workspaces' settings this engine heeds; people set no other */
  heeds: RunSetting[]
}

/** Something that the engine may have to be allowed by the administrator of the service it hands runs to. */
export interface EngineRight {
  /** what it is for, as a person says it: 'Start runs' */
  purpose: string
  /** in the service's own words, such as 'create jobs', and whether each is allowed */
  asks: { name: string; is_allowed: boolean }[]
  /** what it holds for, such as 'namespace team' */
  place: string
  /** a sentence that says what is lost without it; null where no run starts without it */
  without: string | null
}

/** What that administrator applies to give what is missing, and no more. */
export interface EngineRemedy {
  /** what to call the file */
  file: string
  content: string
  /** the command that applies the file */
  command: string
}

export interface EngineRights {
  rights: EngineRight[]
  /** null where nothing is missing */
  remedy: EngineRemedy | null
}

/** Where an engine reads inputs from. The server hands it an object store. */
export interface ObjectSource {
  /** every object below the prefix, in order of path */
  list(bucket: string, prefix: string): AsyncIterable<{ path: string; size: number }>
  /** @throws an error with code 'ENOENT' when the object does not exist */
  open(bucket: string, path: string): Promise<Readable>
}

/** A start that can never succeed, with a sentence for the person who asked. The run fails with it. */
export class StartRefused extends Error {}

/** A start that asks for a GPU where no run gets one. */
export class NoGpu extends StartRefused {
  readonly reason: string

  /** @param reason why, in a sentence without its end */
  constructor(reason: string) {
    super(`${reason}: choose a tier without GPU.`)
    this.reason = reason
  }
}

/** The bytes of an output are not those that had come: it is never read as others. No later try reads it either. */
export class OutputReplaced extends Error {}

/**
 * Runs solutions. Every call may be repeated: an engine never does the same attempt twice before it is forgotten, and a server that
 * was killed asks again. Errors other than StartRefused mean "try again later".
 */
export interface Engine {
  /** Whether servers on other machines, with the same settings, see the attempts that this one submits, and may stop and forget them. */
  readonly shared: boolean
  /** Calls `listener` when an attempt has begun, for who would look in a second only; left out where the engine does not notice by itself. */
  onNews?(listener: () => void): void
  capabilities(): Promise<Capabilities>
  /**
   * Every machine that belongs to the engine, in any order, those that are down too. A page asks every few seconds: what
   * is a few seconds old will do.
   */
  nodes(): Promise<EngineNode[]>
  /** What the engine may do with the service it hands runs to, asked now; null where it needs to be allowed nothing. */
  rights(): Promise<EngineRights | null>
  /**
   * The disk of this machine that runs, the server's home and its store lie on, in bytes, as it is now; of several disks the
   * one nearest to its reserve. With less than `reserve` free no run starts and the one that fills it is stopped. null where the engine keeps nothing on this machine.
   * @throws an error when the disk cannot be asked
   */
  disk(): Promise<DiskState | null>
  /** The engine's own instance type of that name, or null. */
  instanceType(name: string): InstanceType | null
  /** The type that fits this machine, for placeholders; null where that has no meaning. */
  ownInstanceType(): string | null
  /**
   * Decides whether an attempt that asks for `asked` may start beside those `inUse`.
   * @throws StartRefused when it can never start here (a GPU on a machine without one)
   */
  admit(asked: Resources, inUse: Resources[]): Promise<Admission>
  /**
   * Why a run whose attempt ended `deferred` cannot start yet, in a sentence; null once it may. Left out where no attempt
   * ends so.
   * @throws StartRefused with a sentence where what it waited for has failed and would for any run
   */
  deferral?(key: RunKey): Promise<string | null>
  /** Makes what a workspace needs here (a namespace, an identity). Idempotent. */
  prepare(workspace: { id: string; number: number; name: string }): Promise<void>
  /** Ids of the workspaces that were prepared here and not released. */
  prepared(): Promise<string[]>
  /** Gives back what was prepared for a workspace, but not while anything of a run lies there. Idempotent. */
  release(workspace: string): Promise<void>
  /**
   * Starts the attempt, or does nothing when it was started before. Resolves when the attempt is recorded; what
   * is only found out while it is prepared (a broken archive, a missing object or program) ends it as failed
   * with the same kind of sentence. A later attempt of a run ends the earlier one.
   * @throws StartRefused with a sentence when it can never start
   */
  submit(spec: RunSpec): Promise<void>
  /** One observation per key, in the same order. */
  inspect(keys: RunKey[]): Promise<Observation[]>
  /** Asks the attempt to end; resolves when the request is recorded, not when the attempt has ended. */
  stop(key: RunKey): Promise<void>
  /**
   * null while nothing has been written. A range past the end gives an empty stream. The caller reads the stream to its end
   * or destroys it.
   */
  openLog(key: RunKey, type: LogType, range?: ByteRange): Promise<LogPart | null>
  /**
   * Yields bytes from `from` on as they arrive; ends when the attempt has ended and all was read, when the run emptied
   * the log, so that it became shorter, or on abort.
   */
  follow(key: RunKey, type: LogType, from: number, signal: AbortSignal): AsyncIterable<LogChunk>
  /**
   * What the attempt left in its output directory so far, or only what lies below the folder `under` of it; the paths
   * begin at the output directory either way. However odd that is, this answers.
   */
  outputs(key: RunKey, under?: string): Promise<Outputs>
  /**
   * A file of the output directory from the byte `from` on, also while the attempt writes to it; nothing where it has
   * fewer bytes.
   * The stream fails with OutputReplaced where that happened. The caller reads it to its end or destroys it.
   * @throws an error with code 'ENOENT' when there is no such output
   */
  openOutput(key: RunKey, path: string, from?: number): Promise<Readable>
  /**
   * Calls `use` with the path of an output of an ended attempt, whose file it may give another name, and with the uid that
   * must own the file: null for the server's own. Returns null where another run may still write to it. Left out where
   * outputs are not on this machine.
   * @throws an error with code 'ENOENT' when there is no such output
   */
  withOutputFile?<T>(
    key: RunKey,
    path: string,
    use: (file: string, owner: number | null) => Promise<T>,
  ): Promise<T | null>
  /**
   * Lists the environment of Python packages that the attempt runs in, from when it has begun until it is forgotten.
   * null where it has no such environment or no list of it, and from an engine that installs nothing.
   */
  packages(key: RunKey): Promise<PackageList | null>
  /** One sample per key, in the same order; null for an attempt without processes. */
  usage(keys: RunKey[]): Promise<(Usage | null)[]>
  /**
   * Forgets an ended attempt and frees what it holds here. Idempotent.
   * @throws an error when the attempt has not ended
   */
  forget(key: RunKey): Promise<void>
  /** The environments of Python packages on this machine; left out where the engine makes none. */
  readonly environments?: {
    list(): Promise<PythonEnvironment[]>
    /** Removes one that is not in use; the next run that needs it makes it anew. */
    clear(id: string): Promise<'cleared' | 'in use' | 'absent'>
  }
  /** The caches of workspaces on this machine; left out where the engine keeps none. */
  readonly caches?: WorkspaceCaches
  /** Forgotten attempts of which something is still here: the working directory that dev mode keeps. */
  retained(): Promise<RunKey[]>
  /** Removes what is kept of a forgotten attempt before its time. Idempotent. */
  discard(key: RunKey): Promise<void>
}
