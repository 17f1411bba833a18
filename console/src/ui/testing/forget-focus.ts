/**
 * jsdom decides :focus-visible by the last matching element, the last event and the previous focus, across pages.
 * Resets this, as if no element had matched and the last event was by mouse.
 */
export function forgetFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  // Asked only to be remembered in place of the previous element.
  field.matches(':focus-visible')
  window.dispatchEvent(new MouseEvent('click'))
  // A checkbox focused by mouse is not :focus-visible, so asking again clears the memory.
  field.type = 'checkbox'
  field.matches(':focus-visible')
  field.blur()
}
