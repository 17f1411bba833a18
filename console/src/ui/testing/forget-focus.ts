/**
 * jsdom decides what is :focus-visible by the last element that was, by the last event and by what had the focus,
 * whatever page they were of. After this there was no such element, and the last event was of a mouse.
 */
export function forgetFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  // It is asked only to be remembered, in the place of the one before.
  field.matches(':focus-visible')
  window.dispatchEvent(new MouseEvent('click'))
  // A box is not visibly focused by a mouse: asked again, it is forgotten.
  field.type = 'checkbox'
  field.matches(':focus-visible')
  field.blur()
}
