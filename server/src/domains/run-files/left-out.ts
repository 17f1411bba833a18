import { OutputReplaced } from '@podium/engines/engine.ts'
import { leftOut, lost } from '@podium/engines/left-out.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import {
  BadObjectName,
  ObjectTooLarge,
  ObjectUnreadable,
  ReadBrokenOff,
  StoreAway,
  StoreFails,
  StoreRefuses,
} from '@podium/storage/object-store.ts'
import { LeaseLost } from '../run-records/lease.ts'

/** Collects the items of a run that could not be stored, as sentences for people. */
export interface LeftOut {
  note(sentence: string): void
  file(name: string, reason: string): void
  /**
   * Returns the result of `copy`, or null if it failed: the item is left out, or tried again later.
   * @throws LeaseLost if the run may belong to another server by now, because nothing is missing then
   */
  orNothing<T>(name: string, copy: () => Promise<T>): Promise<T | null>
  /** @throws if nothing more is to be sent to the store in this round */
  beforeSending(): Promise<void>
  /** @throws the first temporary error, unless `everyError` leaves such items out */
  check(): void
  /** True if the store refused something below the prefix that a later try might store. */
  mayKeepLater(prefix?: string): boolean
  sentences(): string[]
}

export interface LeftOutOptions {
  /** every error leaves the item out, not only permanent ones */
  everyError: boolean
  /** every file is tried, however many others the store has refused */
  everyFile?: boolean
  /** there is no later try: items that the store does not accept are lost */
  isLast?: boolean
  /** false if the run must end now: the rest is tried later */
  mayGoOn: () => Promise<boolean>
  onError: (error: unknown, name: string) => void
}

const MAX_SENTENCES = 20
/** Why outputs above `upload_max` are left out. */
export const TOO_LARGE = 'the outputs together are larger than the server accepts'
/** After this many failures in a row the store is considered unavailable, and this round tries no other files. */
const MAX_IN_A_ROW = 5

/** The run must end before the store has accepted everything. */
class NotYet extends StoreAway {}

export function createLeftOut({
  everyError,
  everyFile = false,
  isLast = false,
  mayGoOn,
  onError,
}: LeftOutOptions): LeftOut {
  const noted: string[] = []
  const failed: string[] = []
  let more = 0
  let first: unknown
  let hopeless: unknown
  let inARow = 0

  function note(sentence: string): void {
    if (noted.length < MAX_SENTENCES) noted.push(sentence)
    else more += 1
  }

  function file(name: string, reason: string): void {
    note(leftOut(name, reason))
  }

  function noteFailure(name: string, error: unknown): void {
    first ??= error
    const isOfStore =
      error instanceof StoreRefuses || (error instanceof StoreAway && !(error instanceof ReadBrokenOff))
    if (isOfStore) {
      failed.push(name)
      inARow += weightOf(error)
    }
    if (inARow >= MAX_IN_A_ROW) hopeless = error
    if (!everyError) return
    onError(error, name)
    if (!isOfStore) file(name, 'it could not be copied')
    else if (isLast) note(lost(name, 'the object store has not taken it within 7 days'))
    else file(name, 'the object store has not taken it yet')
  }

  function weightOf(error: unknown): number {
    if (everyFile) return mayBeOfThisFile(error) ? 0 : 1
    return mayBeOfThisFile(error) ? 1 : MAX_IN_A_ROW
  }

  return {
    note,
    file,
    async orNothing(name, copy) {
      try {
        const copied = await copy()
        inARow = 0
        return copied
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        const reason = reasonOf(error)
        if (reason === null) noteFailure(name, error)
        else file(name, reason)
        return null
      }
    },
    async beforeSending() {
      if (hopeless !== undefined) throw hopeless
      if (!(await mayGoOn())) throw new NotYet('The run is to end now.')
    },
    check() {
      if (first !== undefined && !everyError) throw first
    },
    mayKeepLater: (prefix = '') => failed.some((name) => name.startsWith(prefix)),
    sentences: () => (more === 0 ? noted : [...noted, `${more} more were left out.`]),
  }
}

/** The store answered, so it may accept other files. */
function mayBeOfThisFile(error: unknown): boolean {
  return error instanceof StoreFails || error instanceof StoreRefuses
}

/** Returns null if a later try may succeed. */
function reasonOf(error: unknown): string | null {
  if (hasCode(error, 'ENOENT') || error instanceof ObjectUnreadable) return 'it cannot be read'
  if (error instanceof OutputReplaced) return 'its run replaced it after it had been stored'
  if (error instanceof BadObjectName) return 'a file of this name cannot be stored'
  if (error instanceof ObjectTooLarge) return TOO_LARGE
  return null
}
