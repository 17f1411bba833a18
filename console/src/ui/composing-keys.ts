/**
 * Keeps from every handler of the console the keys that an input method takes to compose a text, as for Korean, Japanese
 * or Chinese: there Enter takes a candidate, Escape drops it, arrows and Tab go from one to the next. Call it before
 * anything else listens for keys, so that no handler has to ask.
 */
export function keepComposingKeys(): void {
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, stopComposing, true)
}

function stopComposing(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== TAKEN) return
  event.stopImmediatePropagation()
  // Chromium itself would empty a search field.
  if (event.key === 'Escape') event.preventDefault()
}

/** The code of a key that an input method took. Safari says nothing else of an Enter that ends a composition. */
const TAKEN = 229
