import type { Readable } from 'node:stream'
import type {
  ByteRange,
  LogPart,
  LogType,
  Outcome,
  OutputFile,
  Outputs,
  Progress,
  RunKey,
  RunSpec,
  Usage,
} from '../engine.ts'

/** How the command of an attempt ended, as the wrapper in its pod wrote it. Times are ISO-8601 UTC. */
export interface ExitRecord {
  exit_code: number
  started_at: string
  ended_at: string
}

/** Why the object store did not take what a pod sent, as a sentence. */
export interface StoreRefusal {
  at: string
  sentence: string
}

/** The attempt that a token belongs to, and what tells whether a call with it is worth noting. */
export interface TokenOwner extends Pick<AttemptRecord, 'exit' | 'heard_at'> {
  key: RunKey
}

/** What is known of an attempt outside the cluster. Times are ISO-8601 UTC. */
export interface AttemptRecord {
  spec: RunSpec
  opened_at: string
  /** when it was asked to end, and the sentence why; the reason is null when a person asked */
  stop_requested_at: string | null
  stop_reason: string | null
  /** null until the pod has said it */
  started_at: string | null
  progress: Progress | null
  /** what the pod last said that its command uses */
  usage: Usage | null
  /** how its command ended, as the pod or else the cluster says */
  exit: ExitRecord | null
  /** when a pod whose command has ended last called, give or take half a minute; null where it has not since */
  heard_at: string | null
  /** the last time that what such a pod sent was refused for the store's sake, give or take half a minute */
  refusal: StoreRefusal | null
  /** the pod has sent all that it had: every byte of the logs and every output */
  is_complete: boolean
  /** the pod was given up before it had sent all, so that some of it may be missing */
  is_partial: boolean
  /** bytes for which the pod was given addresses of the store; a change says how many more */
  promised_bytes: number
  /** the beginning of the process log, or something in the middle of it, is lost */
  log_is_cut: boolean
  /** how it ended, once that is decided, also while its pod still sends; nothing that the cluster shows changes it */
  ended: AttemptEnd | null
}

/** Bytes of an output that do not pass the server. */
export interface OutputPiece {
  offset: number
  bytes: number
  /** as of appendOutput */
  most: number
}

export interface AttemptEnd {
  outcome: Outcome
  exit_code: number | null
  /** a sentence a person can act on */
  reason: string
  /** as of an observation */
  interrupted?: true
  /** the cluster's own words */
  raw: Record<string, unknown>
  ended_at: string
}

export type AttemptChange = Partial<
  Pick<
    AttemptRecord,
    | 'stop_requested_at'
    | 'stop_reason'
    | 'started_at'
    | 'progress'
    | 'usage'
    | 'exit'
    | 'heard_at'
    | 'refusal'
    | 'is_complete'
    | 'is_partial'
    | 'promised_bytes'
    | 'log_is_cut'
    | 'ended'
  >
>

/**
 * Keeps what is known of attempts that run in a cluster, and what their pods have sent, where every server reaches it.
 * Every call may be repeated.
 */
export interface AttemptStore {
  /** Notes the attempt with all that its pod will ask for; of one that is noted already nothing changes. */
  open(spec: RunSpec): Promise<AttemptRecord>
  /** null when nothing is known of it */
  find(key: RunKey): Promise<AttemptRecord | null>
  /** Attempts that were opened and not removed, those of one workspace or all. */
  keys(workspace?: string): Promise<RunKey[]>
  /**
   * Writes down what is new. What has a value already keeps it, but for progress, usage, heard_at and refusal.
   * @throws an error when nothing is known of the attempt
   */
  note(key: RunKey, change: AttemptChange): Promise<AttemptRecord>
  /** Makes a further token by which the attempt's pod may speak; only its hash is kept. */
  makeToken(key: RunKey): Promise<string>
  /** Returns the attempt that the token belongs to; null for one that is not known or whose attempt is complete. */
  ownerOf(token: string): Promise<TokenOwner | null>
  /**
   * Adds bytes that begin at `offset` of the log; those that came before are passed over.
   * @returns how many bytes of the log there are now, which is less than `offset` where some before it are missing:
   *   then nothing was added
   */
  appendLog(key: RunKey, type: LogType, offset: number, bytes: Buffer): Promise<number>
  /** null while nothing has come. A range past the end gives an empty stream. */
  openLog(key: RunKey, type: LogType, range?: ByteRange): Promise<LogPart | null>
  /** Resolves when bytes of the log have come behind `size`, when the attempt has ended or is complete, or on abort. */
  untilLonger(key: RunKey, type: LogType, size: number, signal: AbortSignal): Promise<void>
  /**
   * Adds bytes to an output from `offset` on, 0 for a file that begins anew; a file of which a later `from 0` has come
   * holds nothing of what came before it.
   * @param most bytes that all outputs of the attempt may have together, give or take their last 32 KiB each
   * @returns how many bytes of it there are now, as appendLog
   * @throws OBJECT.LARGE where they would have more; then nothing was added
   */
  appendOutput(key: RunKey, file: OutputFile, offset: number, bytes: Buffer, most: number): Promise<number>
  /**
   * Where the pod itself may put bytes of an output that begin at `offset`, 0 for a file that begins anew: the address of one
   * PUT of so many bytes, which is a secret. null where they are to come by appendOutput.
   * @throws OBJECT.LARGE as appendOutput
   */
  placeOutput(key: RunKey, file: OutputFile, piece: OutputPiece): Promise<string | null>
  /**
   * Counts what was put at the address.
   * @returns how many bytes of the output there are now
   * @throws OBJECT.LARGE as appendOutput
   */
  addPlaced(key: RunKey, file: OutputFile, piece: OutputPiece): Promise<number>
  /** Outputs that the pod no longer has go, and what could not be sent is said. */
  keepOutputs(key: RunKey, paths: string[], left_out: string[]): Promise<void>
  /** In the order of the paths, of all or of what lies below the folder `under`. */
  outputs(key: RunKey, under?: string): Promise<Outputs>
  /** @throws an error with code 'ENOENT' when there is no such output */
  openOutput(key: RunKey, path: string, from?: number): Promise<Readable>
  /** Forgets the attempt and all that its pod sent. */
  remove(key: RunKey): Promise<void>
}
