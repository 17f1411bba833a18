import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

/** Elements of a prerendered page, marked by the build. */
const OWN = '[data-own]'

/**
 * Hydrates a prerendered page and keeps the values of its fields. React would render the page again because of the
 * icon of a password manager, so foreign elements are removed during hydration. If React renders it again
 * nevertheless, for example after a translation, the new fields get the values of the old ones.
 */
export function takeOver(root: HTMLElement, page: ReactNode): void {
  const putBack = takeOut(root)
  const before = fieldsOf(root)
  const focused = document.activeElement
  flushSync(() =>
    hydrateRoot(root, page, {
      onRecoverableError(error) {
        if (before.every(({ isConnected }) => isConnected)) return reportError(error)
        for (const [at, field] of fieldsOf(root).entries()) carryOver(before[at], field, focused)
      },
    }),
  )
  putBack()
}

function fieldsOf(root: HTMLElement): HTMLInputElement[] {
  return [...root.querySelectorAll('input')]
}

function carryOver(before: HTMLInputElement | undefined, field: HTMLInputElement, focused: Element | null) {
  if (!before) return
  field.value = before.value
  field.checked = before.checked
  if (before === focused) field.focus()
}

/** Removes foreign elements and unwraps the page's own. Returns a function that puts them back. */
function takeOut(root: HTMLElement): () => void {
  const strangers = [...root.querySelectorAll(`:not(${OWN})`)]
  const isAround = (stranger: Element) => stranger.querySelector(OWN) !== null
  for (const wrapper of strangers.filter(isAround)) wrapper.replaceWith(...wrapper.childNodes)
  const places = strangers
    .filter((stranger) => !isAround(stranger) && stranger.parentElement?.matches(`${OWN}, #${root.id}`))
    .map((stranger) => ({ stranger, place: document.createComment('') }))
  for (const { stranger, place } of places) stranger.replaceWith(place)
  return () => {
    for (const { stranger, place } of places) place.replaceWith(stranger)
  }
}
