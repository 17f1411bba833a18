import type { MadeCall } from '../api/watch.ts'
import type { CurrentWorkspace } from './stored-session.ts'

/** The work of a lost session. It exists in this tab's memory only. */
export interface SavedWork {
  accountId: string
  href: string
  workspace: CurrentWorkspace | null
  call: MadeCall
  /** typed values by the name of the form */
  forms: ReadonlyMap<string, unknown>
}

/** A reopened form with the text of a lost session, which can save it as usual. */
export interface Repeat {
  /** the action in the words of its page: 'Create workspace quality' */
  action: () => string
  /** Saves without repeating the question. */
  save: () => void
}

export function createOpenForms() {
  const readers = new Map<string, () => unknown>()
  const restored = new Map<string, unknown>()
  const repeats = new Map<string, Repeat>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Registers a form while it is mounted; `read` returns the typed values, undefined if there are none. */
    watch(name: string, read: () => unknown) {
      restored.delete(name)
      readers.set(name, read)
      return () => {
        if (readers.get(name) === read) readers.delete(name)
      }
    },
    readAll(): ReadonlyMap<string, unknown> {
      const read = [...readers].map(([name, reader]) => [name, reader()] as const)
      return new Map(read.filter(([, values]) => values !== undefined))
    },
    /** Restores kept values for forms that open next. */
    giveBack(values: ReadonlyMap<string, unknown>) {
      for (const [name, typed] of values) restored.set(name, typed)
    },
    /** The kept values of a form, until the form is mounted and registers itself. */
    restored: (name: string) => restored.get(name),
    /** Registers how a form repeats its save, while it is mounted. */
    canRepeat(name: string, repeat: Repeat) {
      repeats.set(name, repeat)
      tell()
      return () => {
        if (repeats.get(name) === repeat) repeats.delete(name)
        tell()
      }
    },
    /** from the first of these forms that is mounted */
    repeatOf: (names: readonly string[]) => repeats.get(names.find((name) => repeats.has(name)) ?? ''),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
