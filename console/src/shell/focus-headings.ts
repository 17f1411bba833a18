import type { AnyRouter } from '@tanstack/react-router'

/** After every change of page its heading takes the focus, so that it is read out and Tab goes on from there. */
export function focusHeadings(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.querySelector<HTMLElement>('main h1')?.focus()
  })
}
