import { leftOutTogether } from '../../left-out.ts'

/** Each ends a sentence about files of the working folder that were left out. */
const REASONS = {
  many: (most: string) => `at most ${most} files of the working folder are kept`,
  link: () => 'links that lead out of the working folder are not kept',
  special: () => 'only plain files are kept, no sockets or pipes',
  closed: () => 'files that the server may not read are not kept',
  owner: () => 'files of another user are not kept',
  keys: () => 'files of such names hold keys or passwords',
  text: () => 'a name that is not valid text cannot be kept',
  deep: () => 'folders this deep are not kept',
  long: () => 'a path this long cannot be kept',
}

export type Reason = keyof typeof REASONS

/** Collects what is not kept of a working folder: a sentence for each reason, which names the largest files. */
export interface Unkept {
  note(reason: Reason, path: string, size?: number): void
  sentences(limits: { mostFiles: number; mostEntries: number; isCut: boolean }): string[]
}

const MAX_NAMES = 3

interface Group {
  count: number
  /** the largest, in order of size */
  largest: { path: string; size: number }[]
}

export function createUnkept(): Unkept {
  const groups = new Map<Reason, Group>()
  return {
    note(reason, path, size = 0) {
      const { count, largest } = groups.get(reason) ?? { count: 0, largest: [] }
      const sorted = [...largest, { path, size }].sort(
        (a, b) => b.size - a.size || (a.path < b.path ? -1 : 1),
      )
      groups.set(reason, { count: count + 1, largest: sorted.slice(0, MAX_NAMES) })
    },
    sentences({ mostFiles, mostEntries, isCut }) {
      const numbers = (count: number) => count.toLocaleString('en')
      const cut = `The working folder has more than ${numbers(mostEntries)} files and folders: the rest was left out.`
      const named = [...groups].map(([reason, { count, largest }]) => {
        const names = largest.map(({ path }) => path)
        return leftOutTogether(names, count, REASONS[reason](numbers(mostFiles)))
      })
      return isCut ? [cut, ...named] : named
    },
  }
}
