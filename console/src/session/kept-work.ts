import type { MadeCall } from '../api/watch.ts'
import type { CurrentWorkspace } from './stored-session.ts'

/** What a lost session would have thrown away. It lives in this tab's memory and nowhere else. */
export interface KeptWork {
  accountId: string
  href: string
  workspace: CurrentWorkspace | null
  call: MadeCall
  /** what was typed, by the name of its form */
  forms: ReadonlyMap<string, unknown>
}

export interface OpenForms {
  /** Registers a form for as long as it stands; `read` answers what is typed, undefined when nothing is. */
  watch: (name: string, read: () => unknown) => () => void
  readAll: () => ReadonlyMap<string, unknown>
  /** Lays kept values out for the forms that open next. */
  giveBack: (values: ReadonlyMap<string, unknown>) => void
  /** What was kept of a form, until the form stands and registers itself. */
  given: (name: string) => unknown
}

export function createOpenForms(): OpenForms {
  const readers = new Map<string, () => unknown>()
  const given = new Map<string, unknown>()
  return {
    watch(name, read) {
      given.delete(name)
      readers.set(name, read)
      return () => {
        if (readers.get(name) === read) readers.delete(name)
      }
    },
    readAll() {
      const read = [...readers].map(([name, reader]) => [name, reader()] as const)
      return new Map(read.filter(([, values]) => values !== undefined))
    },
    giveBack(values) {
      for (const [name, typed] of values) given.set(name, typed)
    },
    given: (name) => given.get(name),
  }
}
