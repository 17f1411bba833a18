import { createRequire } from 'node:module'
// Fake timers do not replace this one.
import { setImmediate } from 'node:timers/promises'

interface React {
  act(work: () => unknown): PromiseLike<unknown>
}

/** One update may cause another, which React renders in its own turn of the event loop. */
const TURNS = 3

/**
 * Loads React's production build, as users get it. The development build's checks take a quarter of the UI tests'
 * time. Call it once the page exists, and before anything else loads React.
 *
 * The production build has no `act()`, which the testing library calls around renders and events. The replacement
 * renders at once what the call itself changes. Later effects come in a later turn: await them.
 */
export function loadProductionReact(): void {
  const require = createRequire(import.meta.url)
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const react: React = require('react')
  require('react/jsx-runtime')
  const { flushSync }: typeof import('react-dom') = require('react-dom')
  require('react-dom/client')
  require('react-dom/server')
  process.env.NODE_ENV = mode

  react.act = (work) => untilRendered(flushSync(work))
}

async function untilRendered(done: unknown): Promise<unknown> {
  const value = await done
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
  return value
}
