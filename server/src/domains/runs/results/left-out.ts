import { OutputReplaced } from '@podium/engines/engine.ts'
import { leftOut } from '@podium/engines/left-out.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import {
  BadObjectName,
  ObjectTooLarge,
  ObjectUnreadable,
  ReadBrokenOff,
  StoreAway,
} from '@podium/storage/object-store.ts'

/** Keeps account of what of a run could not be kept, in sentences for people. */
export interface LeftOut {
  note(sentence: string): void
  file(name: string, reason: string): void
  /** What `copy` gives, or null where it failed for a reason that leaves the thing out. */
  orNothing<T>(name: string, copy: () => Promise<T>): Promise<T | null>
  sentences(): string[]
}

export interface LeftOutOptions {
  /** whether every error leaves the thing out, not only those that would come again; a store that is away never does */
  everyError: boolean
  /** whether a read that the store breaks off does as well: it may break off for ever */
  brokenReads: boolean
  onError: (error: unknown, name: string) => void
}

const MOST_SENTENCES = 20

export function createLeftOut({ everyError, brokenReads, onError }: LeftOutOptions): LeftOut {
  const noted: string[] = []
  let more = 0

  function note(sentence: string): void {
    if (noted.length < MOST_SENTENCES) noted.push(sentence)
    else more += 1
  }

  function file(name: string, reason: string): void {
    note(leftOut(name, reason))
  }

  return {
    note,
    file,
    async orNothing(name, copy) {
      try {
        return await copy()
      } catch (error) {
        const reason = reasonOf(error)
        const mayPass = error instanceof ReadBrokenOff ? !brokenReads : error instanceof StoreAway
        if (reason === null && (!everyError || mayPass)) throw error
        if (reason === null) onError(error, name)
        file(name, reason ?? 'it could not be copied')
        return null
      }
    },
    sentences: () => (more === 0 ? noted : [...noted, `${more} more were left out.`]),
  }
}

/** null where a later try may succeed */
function reasonOf(error: unknown): string | null {
  if (hasCode(error, 'ENOENT') || error instanceof ObjectUnreadable) return 'it cannot be read'
  if (error instanceof OutputReplaced) return 'its run replaced it after it had been stored'
  if (error instanceof BadObjectName) return 'a file of this name cannot be stored'
  if (error instanceof ObjectTooLarge) return 'the outputs together are larger than the server accepts'
  return null
}
