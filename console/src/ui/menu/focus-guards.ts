/**
 * The guards that lead the Tab key out of a popup take the focus, and what takes it must not be hidden from those
 * who hear the page. They are empty and pass it on at once.
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
