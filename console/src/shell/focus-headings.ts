import type { AnyRouter } from '@tanstack/react-router'

/**
 * After every change of page its heading takes the focus, so that it is read out and Tab goes on from there. A page may
 * come after its address, as one that waits for a workspace does, and the router then says no more that the path changed:
 * so the path that was read out last is kept here. Who has gone on before a late page came is not called back.
 */
export function focusHeadings(router: Pick<AnyRouter, 'subscribe'>): () => void {
  let readOut: string | undefined
  let last: string | undefined
  return router.subscribe('onRendered', ({ fromLocation, toLocation: { pathname } }) => {
    const heading = document.querySelector<HTMLElement>('main h1')
    const isCalledFor = pathname !== last || document.activeElement === document.body
    // a link may be followed before the first page has come: then the one it leads to is the first that is rendered
    const isFirst = !fromLocation && !(document.activeElement instanceof HTMLAnchorElement)
    if (!isFirst && pathname !== readOut && isCalledFor) heading?.focus()
    readOut = heading || isFirst ? pathname : undefined
    last = pathname
  })
}
