import type { PutOptions } from '@podium/storage/object-store.ts'

type Within = NonNullable<PutOptions['within']>

/** Of one call so many objects come, or are placed, at once at most: each may take a file or a connection of its own. */
const AT_ONCE = 8

/**
 * Puts many objects that get their names all together: when each has come, `place` is called once, and names those that it
 * commits. Where one cannot be stored, or `place` fails, none gets its name.
 * @throws what failed first
 */
export async function placeTogether<T>(
  items: readonly T[],
  put: (item: T, within: Within) => Promise<unknown>,
  place: (commit: (isMeant: (item: T) => boolean) => Promise<void>) => Promise<void>,
): Promise<void> {
  const come: { item: T; commit: () => Promise<void> }[] = []
  const { promise: placed, resolve, reject } = promised()
  const within = async (item: T, commit: () => Promise<void>) => {
    come.push({ item, commit })
    if (come.length === items.length)
      place((isMeant) => inTurns(come.filter(({ item }) => isMeant(item)).map(({ commit }) => commit))).then(
        resolve,
        reject,
      )
    await placed
  }
  const puts: Promise<unknown>[] = []
  const begin = (item: T) =>
    new Promise<void>((hasCome) => {
      const one = put(item, (_stored, commit) => {
        hasCome()
        return within(item, commit)
      })
      one.catch(giveUp).finally(hasCome)
      puts.push(one)
    })
  const begins = items.map((item) => () => begin(item))
  const giveUp = (error: Error) => {
    begins.length = 0
    reject(error)
  }
  await inTurns(begins)
  await Promise.allSettled(puts)
  await placed
}

async function inTurns(steps: (() => Promise<void>)[]): Promise<void> {
  const worker = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) await step()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function promised() {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
