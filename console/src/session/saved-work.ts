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

export function createOpenForms() {
  const readers = new Map<string, () => unknown>()
  const restored = new Map<string, unknown>()
  let refused: SavedWork | undefined
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
    /** Restores the kept values for forms that open next, and keeps the refused call until it is offered again. */
    giveBack(work: SavedWork) {
      for (const [name, typed] of work.forms) restored.set(name, typed)
      refused = work
    },
    /** Drops what was given back: it belongs to one person alone. */
    forget() {
      restored.clear()
      refused = undefined
    },
    /** The kept values of a form, until the form is mounted and registers itself. */
    restored: (name: string) => restored.get(name),
    /**
     * Returns the refused call once, if it can be repeated: to the first of the restored forms that asks, or without a
     * name if no form was restored. A secret that is shown once needs the form that shows it.
     */
    takeRefused(name?: string): MadeCall | undefined {
      if (!refused || !(name === undefined ? refused.forms.size === 0 : refused.forms.has(name)))
        return undefined
      const { call } = refused
      refused = undefined
      const needsForm = call.route.secret && name === undefined
      return call.route.method === 'GET' || needsForm ? undefined : call
    },
  }
}
