import type { AnyRouter } from '@tanstack/react-router'

/** Excludes a closing dialog, which returns the focus itself. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog])[data-open]'

/**
 * Moves the focus to the heading after every change of page, so that it is read out and Tab continues from there. A
 * page may come after its address, for example when it waits for a workspace, and the router then reports no
 * change of path. Therefore the path read out last is remembered. The focus stays where a person moved it while the
 * page loaded: on another element, on a button whose menu they opened, or in a dialog. A second link they press
 * becomes the one they followed; a redirect does not.
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
    // The login focuses a field of its form.
    const isInForm = activeElement?.closest('main form') != null
    const isCalledFor =
      (pathname !== last && !hasMovedOn && !isInDialog && !isInForm) || activeElement === document.body
    // A link may be followed before the first page has come; then its page is the first one rendered.
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
