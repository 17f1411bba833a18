import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

/** The elements of a prerendered page: the build marks them. */
const OWN = '[data-own]'

/**
 * Hydrates a prerendered page and keeps what stands in its fields by then. React would draw the page anew over the icon
 * of a password manager: what others put there is taken out for the moment. Where React draws anew all the same, as over
 * a translation, the new fields get what stood in the old ones.
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

/** Takes out the elements that are not the page's own, and unwraps its own. Returns what puts them back in their places. */
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
