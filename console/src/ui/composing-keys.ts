/**
 * Keeps the keys that an input method handles from all of the console's handlers, as for Korean, Japanese or Chinese:
 * Enter accepts a candidate, Escape drops it, arrows and Tab move between them. Call it before anything else listens
 * for keys, so that no handler has to check.
 */
export function keepComposingKeys(): void {
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, stopComposing, true)
}

function stopComposing(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== TAKEN) return
  event.stopImmediatePropagation()
  // Otherwise Chromium would empty a search field.
  if (event.key === 'Escape') event.preventDefault()
}

/** The code of a key that an input method handled. For an Enter that ends a composition, Safari sets nothing else. */
const TAKEN = 229
