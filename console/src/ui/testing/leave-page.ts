import { forgetFocus } from './forget-focus.ts'

type Listener = Parameters<typeof window.addEventListener>

/** A router listens to these for the lifetime of its page, and cannot be stopped. */
const OF_ROUTERS = ['popstate', 'beforeunload']
const listening: Listener[] = []
const listen = window.addEventListener.bind(window)

window.addEventListener = (...listener: Listener) => {
  if (OF_ROUTERS.includes(listener[0])) listening.push(listener)
  listen(...listener)
}

/** Leaves nothing of a page to the next one, as a browser does. All tests of a worker share one window. */
export function leavePage(): void {
  for (const listener of listening.splice(0)) window.removeEventListener(...listener)
  // A router replaces these with its own.
  Reflect.deleteProperty(window.history, 'pushState')
  Reflect.deleteProperty(window.history, 'replaceState')
  window.history.replaceState(null, '', '/')
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetFocus()
  for (const element of [document.head, document.body]) element.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
