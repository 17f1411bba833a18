import { printFault } from '../print.ts'

const undoings = new Set<() => Promise<unknown>>()
const LONGEST_UNDOING_MS = 3_000
const EXIT_CODE = 130

/** Calls the function if the person presses ctrl-C before the returned function was called. */
export function whenInterrupted(undo: () => Promise<unknown>): () => void {
  undoings.add(undo)
  return () => undoings.delete(undo)
}

/** Runs work in which ctrl-C undoes what is half done, and then ends the command. */
export async function interruptible<T>(work: () => Promise<T>): Promise<T> {
  const stop = () => {
    printFault('Stopped: no run was started.')
    const late = setTimeout(() => process.exit(EXIT_CODE), LONGEST_UNDOING_MS)
    Promise.allSettled([...undoings].map((undo) => undo())).then(() => {
      clearTimeout(late)
      process.exit(EXIT_CODE)
    })
  }
  process.once('SIGINT', stop)
  try {
    return await work()
  } finally {
    process.off('SIGINT', stop)
  }
}
