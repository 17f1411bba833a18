import type { AnyRouter } from '@tanstack/react-router'

/**
 * After every change of page its heading takes the focus, so that it is read out and Tab goes on from there. A page may
 * come after its address, as one that waits for a workspace does, and the router then says no more that the path changed:
 * so the path that was read out last is kept here.
 */
export function focusHeadings(router: Pick<AnyRouter, 'subscribe'>): () => void {
  let readOut: string | undefined
  let awaited: string | undefined
  return router.subscribe('onRendered', ({ fromLocation, toLocation: { pathname } }) => {
    if (!fromLocation) readOut = pathname
    if (pathname === readOut) return
    const isLate = pathname === awaited
    awaited = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    readOut = pathname
    // who has gone on meanwhile is not called back
    if (!isLate || document.activeElement === document.body) heading.focus()
  })
}
