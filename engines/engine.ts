import type { Readable } from 'node:stream'
import type { PackageList } from '@podium/contract/calls/run-packages.ts'
import type { DiskState } from '@podium/contract/rules/disk-space.ts'
import type { RunSetting } from '@podium/contract/rules/run-settings.ts'
import type { StopSignal } from '@podium/contract/solution-metadata/stop-signal.ts'
import type { PythonEnvironment } from './python-environment.ts'
import type { WorkspaceCaches } from './workspace-caches.ts'

/** Identifies one attempt of a run. `attempt` is the fencing number: a later one supersedes the earlier. */
export interface RunKey {
  /** id of the workspace */
  workspace: string
  /** id of the run */
  run: string
  /** from 1 */
  attempt: number
}

/** Resources of a run. Memory in MiB, CPU in cores (fractions allowed), GPU in whole devices. */
export interface Resources {
  cpu: number
  memory_mib: number
  gpu: number
}

/** Data for a run from the workspace's bucket: one object, or all objects below a prefix. */
export interface Input {
  bucket: string
  /** an object's path, or a prefix that ends in '/' */
  path: string
  /** true: unpack the object (tar.gz) instead of copying it */
  archive: boolean
}

/** Settings of a workspace for its runs. An engine ignores settings that it does not support. */
export interface RunSettings extends Record<RunSetting, unknown> {
  /** true if the run may reach the network */
  network: boolean
  /** the queue of the cluster that admits the run; null: none */
  queue: string | null
  /** a run that waits longer than this for a node fails, in minutes; null: it waits */
  pending_limit_minutes: number | null
  /** name of the system user that runs the run, never root; null: the engine's choice, never root either */
  system_user: string | null
  /** seconds between the signal to end and the kill of a stopped program; null: the engine's default */
  stop_grace_seconds: number | null
}

/** A secret of a run: a file of that name in PODIUM_SECRETS_DIR, and an environment variable if `in_environment`. */
export interface Secret {
  name: string
  value: string
  in_environment: boolean
}

/** Everything an engine needs to start one attempt. Already validated; the engine interprets nothing else. */
export interface RunSpec extends RunKey, RunSettings {
  /** name of the run for people */
  name: string
  mode: 'train' | 'inference'
  /** the program and its arguments; null: the image's entrypoint with `--mode … --system …` appended */
  command: string[] | null
  /** null if the pipeline names no container */
  image: string | null
  /** content of PODIUM_METADATA_FILE: the version's metadata with this run's choices filled in */
  metadata: Record<string, unknown>
  /** content of PODIUM_PARAMETERS_FILE: `{step: {argument: value}}` */
  parameters: Record<string, Record<string, unknown>>
  source: Input | null
  /** prefixes whose objects are laid over the source, in this order; a later one replaces files of an earlier one */
  files: Input[]
  /** the folder below the source in which the program starts; '' is its top */
  working_directory: string
  /** folders of the source that Python imports from, after everything else; '.' is its top */
  python_path: string[]
  /**
   * The objects of a single prefix lie directly in PODIUM_DATA_DIR; with several prefixes, each has a folder named
   * after its last part. A prefix below another one is part of it. A prefix may be empty.
   */
  data: Input[]
  model: Input | null
  granted: Resources
  /** the instance type of the run's tier; null if no tier is set */
  instance_type: string | null
  timeout_seconds: number | null
  /** signal that tells the program to end; an engine that cannot send it sends SIGTERM */
  stop_signal: StopSignal
  /** maximum size of a log in bytes; beyond it the run is stopped with a sentence */
  log_limit: number
  /** environment variables; Podium's own win over them */
  variables: Record<string, string>
  /** Visible only to the run: in no list of processes, no script, no record, and in nothing that remains after it. */
  secrets: Secret[]
  /** keeps the working directory for some days after the run, and tells the program to log at debug level */
  dev: boolean
  /** a small number of the workspace, from which an engine may derive an identity (a uid) */
  workspace_number: number
}

/** Progress as reported by a run; each part may be missing. `fraction` is from 0 to 1. */
export interface Progress {
  fraction: number | null
  step: string | null
  message: string | null
}

/**
 * The end of an attempt. `lost`: the engine cannot know (node gone, exit status gone). `preempted`: a queue reclaimed
 * its place, and the run waits there again as its next attempt. `deferred`: before its program began, the attempt
 * released its place because another run does the work that it needs; once forgotten, it is submitted again as the same
 * attempt.
 */
export type Outcome = 'succeeded' | 'failed' | 'stopped' | 'lost' | 'preempted' | 'deferred'

/**
 * The current state of an attempt. `absent`: this engine does not know it. `reason` is a sentence that helps a person
 * act; `raw` is the engine's raw data, in which `last_lines` are the end of the log, and the sentence may quote the
 * last of them. `waits_for` says why the attempt cannot be prepared now, `notice` is a sentence about a running one.
 * Times are ISO-8601 UTC.
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
      /** something outside the program ended it, so its log does not say why */
      interrupted?: true
      /** its logs and outputs are still being sent: they are not whole yet, and can be read later */
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

/** New bytes of a log; `offset` is the position of the first one. */
export interface LogChunk {
  offset: number
  bytes: Buffer
}

export interface OutputFile {
  /** relative to the output directory, separated by '/'; that of a file of the working folder is below `work/` */
  path: string
  size: number
  modified_at: string
}

/**
 * Usage of all processes of an attempt: processor time since its start in seconds, memory in MiB without reclaimable
 * caches, and MiB written to the disk so far. `gpu_percent` is the sum over its devices (100 is one whole device). null
 * if the machine does not report it.
 */
export interface Usage {
  cpu_seconds: number
  memory_mib: number
  gpu_percent: number | null
  gpu_memory_mib: number | null
  written_mib: number | null
}

/** Output files of an attempt, as far as they can be read. */
export interface Outputs {
  files: OutputFile[]
  /** other entries, each in a sentence that says why it is not among the files */
  left_out: string[]
}

/**
 * Whether a run may start now: its granted resources, and if not, why it waits in a sentence, and whether it lacks a
 * share of the machine, which running runs give back, or disk space.
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
  /** source of the answer, e.g. 'local engine' */
  source: string
}

/** A machine that runs runs. */
export interface EngineNode {
  /** its name for administrators; unique among the nodes */
  name: string
  /** why no run starts there now, in a sentence; null if one may */
  refusal: string | null
  /** its name in the specification of a tier; null if it has none */
  instance_type: string | null
  /** total resources for runs */
  capacity: Resources
  /** unallocated resources, never below 0 */
  free: Resources
}

export interface Capabilities {
  engine: 'local' | 'slurm' | 'kubernetes' | 'memory'
  containers: boolean
  /** true if the engine installs the Python packages that a source names */
  packages: boolean
  /** the versions of Python that packages are installed for, such as '3.11.2'; empty if none */
  pythons: string[]
  /** the most that one run can get */
  largest: Resources
  /** sentences for administrators about limits that this host does not enforce, and why */
  notices: string[]
  /** the notices that are warnings because something is not enforced; the others are information */
  gaps: string[]
  /** the settings of workspaces that this engine supports; people can set no other */
  heeds: RunSetting[]
}

/** A permission that the engine may need from the administrator of the service that runs its jobs. */
export interface EngineRight {
  /** purpose for people: 'Start runs' */
  purpose: string
  /** permissions in the service's terms, such as 'create jobs' */
  asks: { name: string; is_allowed: boolean }[]
  /** scope of the permission, such as 'namespace team' */
  place: string
  /** a sentence about the effect of missing it; null if no run can start without it */
  without: string | null
}

/** The file that the administrator applies to grant exactly the missing permissions. */
export interface EngineRemedy {
  /** name of the file */
  file: string
  content: string
  /** the command that applies the file */
  command: string
}

export interface EngineRights {
  rights: EngineRight[]
  /** null if nothing is missing */
  remedy: EngineRemedy | null
}

/** The source of inputs for an engine. The server passes an object store. */
export interface ObjectSource {
  /** lists every object below the prefix, in order of path */
  list(bucket: string, prefix: string): AsyncIterable<{ path: string; size: number }>
  /** @throws an error with code 'ENOENT' if the object does not exist */
  open(bucket: string, path: string): Promise<Readable>
}

/** A start that can never succeed, with a sentence for the person who requested it. The run fails with it. */
export class StartRefused extends Error {}

/** A start that needs a GPU, which no run can get here. */
export class NoGpu extends StartRefused {
  readonly reason: string

  /** @param reason without the full stop at its end */
  constructor(reason: string) {
    super(`${reason}: choose a tier without GPU.`)
    this.reason = reason
  }
}

/** The content of an output was replaced while it was read, so it cannot be read any more, and no retry succeeds. */
export class OutputReplaced extends Error {}

/**
 * Runs solutions. Every call may be repeated: an engine never runs the same attempt twice before it is forgotten, and a
 * server that was killed asks again. Errors other than StartRefused mean "try again later".
 */
export interface Engine {
  /** True if servers on other machines with the same settings see its attempts, and may stop and forget them. */
  readonly shared: boolean
  /** Calls `listener` when an attempt has begun, so that callers need not poll. Omitted if it does not notice. */
  onNews?(listener: () => void): void
  capabilities(): Promise<Capabilities>
  /**
   * Lists every machine of the engine in any order, including those that are down. The answer may be a few seconds old,
   * because a page asks every few seconds.
   */
  nodes(): Promise<EngineNode[]>
  /** Checks the engine's permissions at the service that runs its jobs; null if it needs none. */
  rights(): Promise<EngineRights | null>
  /**
   * Returns the current state of this machine's disk with the runs, the server's home and its store, in bytes; if they
   * are on several disks, of the one nearest to its reserve. With less than `reserve` free no run starts, and the one
   * that fills the disk is stopped. null if the engine keeps nothing on this machine.
   * @throws an error if the disk cannot be read
   */
  disk(): Promise<DiskState | null>
  /** Returns the engine's own instance type of that name, or null. */
  instanceType(name: string): InstanceType | null
  /** Returns the type of this machine, for placeholders, or null if that has no meaning. */
  ownInstanceType(): string | null
  /**
   * Decides whether an attempt with the resources `asked` may start beside those `inUse`.
   * @throws StartRefused if it can never start here (a GPU on a machine without one)
   */
  admit(requested: Resources, inUse: Resources[]): Promise<Admission>
  /**
   * Returns why a run whose attempt ended `deferred` cannot start yet, in a sentence, or null once it may. Omitted if
   * no attempt ends that way.
   * @throws StartRefused with a sentence if the work it waited for failed and would fail for any run
   */
  deferral?(key: RunKey): Promise<string | null>
  /** Creates the resources of a workspace here (a namespace, an identity). Idempotent. */
  prepare(workspace: { id: string; number: number; name: string }): Promise<void>
  /** Lists the ids of the workspaces that were prepared here and not released. */
  prepared(): Promise<string[]>
  /** Releases the resources of a workspace, but not while anything of a run lies there. Idempotent. */
  release(workspace: string): Promise<void>
  /**
   * Starts the attempt, or does nothing if it was started before. Resolves when the attempt is recorded. Problems that
   * are found later (a broken archive, a missing object or program) end it as failed with the same kind of sentence. A
   * later attempt of a run ends the earlier one.
   * @throws StartRefused with a sentence if it can never start
   */
  submit(spec: RunSpec): Promise<void>
  /** Returns one observation per key, in the same order. */
  inspect(keys: RunKey[]): Promise<Observation[]>
  /** Asks the attempt to end. Resolves when the request is recorded, not when the attempt has ended. */
  stop(key: RunKey): Promise<void>
  /** Returns null while nothing has been written. A range past the end is empty. Read or destroy the stream. */
  openLog(key: RunKey, type: LogType, range?: ByteRange): Promise<LogPart | null>
  /**
   * Yields bytes from `from` on as they arrive. Ends when the attempt has ended and everything was read, when the run
   * truncated the log, or on abort.
   */
  follow(key: RunKey, type: LogType, from: number, signal: AbortSignal): AsyncIterable<LogChunk>
  /**
   * Lists the files in the attempt's output directory so far, and below `work/` those of its working folder that its
   * program made or changed, or only those below the path `under`. Answers however odd the content is.
   */
  outputs(key: RunKey, under?: string): Promise<Outputs>
  /**
   * Opens a file of the output directory from the byte `from` on, also while the attempt writes to it; empty if the
   * file is shorter. The stream fails with OutputReplaced if that happened. The caller reads it to its end or destroys
   * it.
   * @throws an error with code 'ENOENT' if there is no such output
   */
  openOutput(key: RunKey, path: string, from?: number): Promise<Readable>
  /**
   * Calls `use` with the path of an output of an ended attempt, which it may link under another name, and with the uid
   * that must own the file: null for the server's own. Returns null if another run may still write to it. Omitted if
   * outputs are not on this machine.
   * @throws an error with code 'ENOENT' if there is no such output
   */
  withOutputFile?<T>(
    key: RunKey,
    path: string,
    use: (file: string, owner: number | null) => Promise<T>,
  ): Promise<T | null>
  /**
   * Lists the Python packages of the attempt's environment, from its start until it is forgotten. Returns null if it
   * has no such environment or list, or the engine installs nothing.
   */
  packages(key: RunKey): Promise<PackageList | null>
  /** Returns one sample per key, in the same order; null for an attempt without processes. */
  usage(keys: RunKey[]): Promise<(Usage | null)[]>
  /**
   * Forgets an ended attempt and frees its resources here. Idempotent.
   * @throws an error if the attempt has not ended
   */
  forget(key: RunKey): Promise<void>
  /** The environments of Python packages on this machine. Omitted if the engine creates none. */
  readonly environments?: {
    list(): Promise<PythonEnvironment[]>
    /** Removes one that is not in use; the next run that needs it creates it again. */
    clear(id: string): Promise<'cleared' | 'in use' | 'absent'>
  }
  /** The caches of workspaces on this machine. Omitted if the engine has none. */
  readonly caches?: WorkspaceCaches
  /** Lists forgotten attempts whose working directory is kept because of dev mode. */
  retained(): Promise<RunKey[]>
  /** Removes the kept working directory of a forgotten attempt early. Idempotent. */
  discard(key: RunKey): Promise<void>
}
