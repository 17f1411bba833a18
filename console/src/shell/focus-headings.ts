import type { AnyRouter } from '@tanstack/react-router'

/** One that is closing gives the focus away by itself. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog])[data-open]'

/**
 * After every change of page its heading takes the focus, so that it is read out and Tab goes on from there. A page may
 * come after its address, as one that waits for a workspace does, and the router no longer reports a change of path then:
 * so the path that was read out last is remembered here. While a page loads, a person may move the focus on from the link
 * they followed: it stays there, since the next key is meant for what it reaches. The same holds for a button that they
 * pressed, whose menu a change of focus would close, and for a dialog that they opened. If they press a second link, that
 * is the one they followed; an address that leads on to another is no press.
 */
export function focusHeadings(router: Pick<AnyRouter, 'subscribe'>): () => void {
  let readOut: string | undefined
  let last: string | undefined
  let followed: Element | null = null
  let hasPressed = false
  const press = ({ target }: MouseEvent) => {
    hasPressed = true
    if (target instanceof Element && target.closest('a')) followed = null
  }
  document.addEventListener('click', press, true)
  const forgetStart = router.subscribe('onBeforeNavigate', () => {
    if (followed) return
    followed = document.activeElement
    hasPressed = false
  })
  const forgetEnd = router.subscribe('onRendered', ({ fromLocation, toLocation: { pathname } }) => {
    const heading = document.querySelector<HTMLElement>('main h1')
    const { activeElement } = document
    const hasMovedOn =
      hasPressed ||
      (followed instanceof HTMLAnchorElement &&
        followed.isConnected &&
        activeElement !== followed &&
        activeElement !== document.body)
    followed = null
    hasPressed = false
    const isInDialog = activeElement?.closest(OPEN_DIALOG) != null
    // the login puts the focus into its form
    const isInForm = activeElement?.closest('main form') != null
    const isCalledFor =
      (pathname !== last && !hasMovedOn && !isInDialog && !isInForm) || activeElement === document.body
    // a link may be followed before the first page has come: then the one it leads to is the first that is rendered
    const isFirst = !fromLocation && !(activeElement instanceof HTMLAnchorElement)
    if (!isFirst && pathname !== readOut && isCalledFor) heading?.focus()
    readOut = heading || isFirst ? pathname : undefined
    last = pathname
  })
  return () => {
    document.removeEventListener('click', press, true)
    forgetStart()
    forgetEnd()
  }
}
