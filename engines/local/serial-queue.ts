/** Returns a function that runs steps one after the other, in the order in which it is called. */
export function createSerialQueue(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(step: () => Promise<T>) => {
    const next = last.then(step)
    last = next.catch(() => undefined)
    return next
  }
}
