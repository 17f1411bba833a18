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

/** The end of an attempt's command, as recorded by the wrapper in its pod. Times are ISO-8601 UTC. */
export interface ExitRecord {
  exit_code: number
  started_at: string
  ended_at: string
}

/** Why the object store refused a pod's data, as a sentence. */
export interface StoreRefusal {
  at: string
  sentence: string
}

/** The attempt of a token, and facts that tell whether a call with it is worth recording. */
export interface TokenOwner extends Pick<AttemptRecord, 'exit' | 'heard_at'> {
  key: RunKey
}

/** Everything known of an attempt outside the cluster. Times are ISO-8601 UTC. */
export interface AttemptRecord {
  spec: RunSpec
  opened_at: string
  /** when it was asked to end, and the sentence why; the reason is null if a person asked */
  stop_requested_at: string | null
  stop_reason: string | null
  /** null until the pod has reported it */
  started_at: string | null
  progress: Progress | null
  /** the last usage that the pod reported */
  usage: Usage | null
  /** the end of its command, according to the pod or else the cluster */
  exit: ExitRecord | null
  /** last call of a pod whose command has ended, within half a minute; null if there was none since */
  heard_at: string | null
  /** last time that the store refused data of such a pod, within half a minute */
  refusal: StoreRefusal | null
  /** true if the pod has sent every byte of the logs and every output */
  is_complete: boolean
  /** true if the pod was abandoned before it had sent everything */
  is_partial: boolean
  /** bytes for which the pod got addresses of the store; a change adds to them */
  promised_bytes: number
  /** true if the beginning or a part in the middle of the process log is lost */
  log_is_cut: boolean
  /** how it ended, once decided, also while its pod still sends; final */
  ended: AttemptEnd | null
}

/** Bytes of an output that bypass the server. */
export interface OutputPiece {
  offset: number
  bytes: number
  /** as in appendOutput */
  most: number
}

export interface AttemptEnd {
  outcome: Outcome
  exit_code: number | null
  /** a sentence that helps a person act */
  reason: string
  /** as in Observation */
  interrupted?: true
  /** the cluster's raw data */
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

/** Stores attempts in a cluster and the data of their pods, shared by all servers. Every call may be repeated. */
export interface AttemptStore {
  /** Records the attempt and everything its pod will need. Does nothing if it is recorded already. */
  open(spec: RunSpec): Promise<AttemptRecord>
  /** Returns null if it is unknown. */
  find(key: RunKey): Promise<AttemptRecord | null>
  /** Lists attempts that were opened and not removed, of one workspace or all. */
  keys(workspace?: string): Promise<RunKey[]>
  /**
   * Records a change. Existing values stay, except for progress, usage, heard_at and refusal.
   * @throws an error if the attempt is unknown
   */
  note(key: RunKey, change: AttemptChange): Promise<AttemptRecord>
  /** Creates another token for the attempt's pod; only its hash is stored. */
  makeToken(key: RunKey): Promise<string>
  /** Returns the attempt of the token, or null if the token is unknown or its attempt is complete. */
  ownerOf(token: string): Promise<TokenOwner | null>
  /**
   * Appends bytes that begin at `offset` of the log; bytes that are stored already are skipped.
   * @returns the size of the log now, which is less than `offset` if bytes before it are missing: then nothing was
   * added
   */
  appendLog(key: RunKey, type: LogType, offset: number, bytes: Buffer): Promise<number>
  /** Returns null while nothing has arrived. A range past the end is an empty stream. */
  openLog(key: RunKey, type: LogType, range?: ByteRange): Promise<LogPart | null>
  /** Resolves when bytes of the log have come behind `size`, when the attempt has ended or is complete, or on abort. */
  untilLonger(key: RunKey, type: LogType, size: number, signal: AbortSignal): Promise<void>
  /**
   * Appends bytes to an output from `offset` on; 0 begins the file again, and once bytes from 0 have arrived, the file
   * contains nothing of its earlier content.
   * @param most maximum bytes of all outputs of the attempt together, within 32 KiB for each
   * @returns the size of the output now, as in appendLog
   * @throws OBJECT.LARGE if they would have more; then nothing was added
   */
  appendOutput(key: RunKey, file: OutputFile, offset: number, bytes: Buffer, most: number): Promise<number>
  /**
   * Returns the address of one PUT with which the pod itself stores so many bytes of an output from `offset` on; 0
   * begins the file again. The address is a secret. Returns null if the bytes must be sent with appendOutput.
   * @throws OBJECT.LARGE as appendOutput
   */
  placeOutput(key: RunKey, file: OutputFile, piece: OutputPiece): Promise<string | null>
  /**
   * Records bytes that were sent to the address.
   * @returns the size of the output now
   * @throws OBJECT.LARGE as appendOutput
   */
  addPlaced(key: RunKey, file: OutputFile, piece: OutputPiece): Promise<number>
  /** Removes outputs that the pod no longer has, and records sentences about those that could not be sent. */
  keepOutputs(key: RunKey, paths: string[], left_out: string[]): Promise<void>
  /** Lists outputs in the order of their paths, all or those below the folder `under`. */
  outputs(key: RunKey, under?: string): Promise<Outputs>
  /** @throws an error with code 'ENOENT' if there is no such output */
  openOutput(key: RunKey, path: string, from?: number): Promise<Readable>
  /** Removes the attempt and everything its pod sent. */
  remove(key: RunKey): Promise<void>
}
