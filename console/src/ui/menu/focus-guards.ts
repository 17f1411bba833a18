/**
 * The elements that lead the Tab key out of a popup can be focused, so they must not be hidden from screen readers.
 * They are empty and pass the focus on at once.
 */
export function showGuards(around: HTMLElement | null) {
  if (!around) return undefined
  const show = () => {
    for (const guard of around.querySelectorAll('[data-base-ui-focus-guard]'))
      guard.removeAttribute('aria-hidden')
  }
  const watch = new MutationObserver(show)
  watch.observe(around, { childList: true, subtree: true })
  show()
  return () => watch.disconnect()
}
