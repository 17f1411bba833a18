import type { MadeCall } from '../api/watch.ts'
import type { CurrentWorkspace } from './stored-session.ts'

/** What a lost session would have thrown away. It lives in this tab's memory and nowhere else. */
export interface SavedWork {
  accountId: string
  href: string
  workspace: CurrentWorkspace | null
  call: MadeCall
  /** what was typed, by the name of its form */
  forms: ReadonlyMap<string, unknown>
}

/** A form that stands again with the text of a lost session, and can save it by its own way. */
export interface Repeat {
  /** in the words of its page: 'Create workspace quality' */
  action: () => string
  /** Saves without the question that was agreed to before. */
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
    /** Registers a form for as long as it stands; `read` answers what is typed, undefined when nothing is. */
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
    /** Lays kept values out for the forms that open next. */
    giveBack(values: ReadonlyMap<string, unknown>) {
      for (const [name, typed] of values) restored.set(name, typed)
    },
    /** What was kept of a form, until the form stands and registers itself. */
    restored: (name: string) => restored.get(name),
    /** Registers how a form is saved once more, for as long as it stands. */
    canRepeat(name: string, repeat: Repeat) {
      repeats.set(name, repeat)
      tell()
      return () => {
        if (repeats.get(name) === repeat) repeats.delete(name)
        tell()
      }
    },
    /** of the first of those forms that stands */
    repeatOf: (names: readonly string[]) => repeats.get(names.find((name) => repeats.has(name)) ?? ''),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
