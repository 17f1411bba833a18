import { createRequire } from 'node:module'
// Fake timers leave this one alone.
import { setImmediate } from 'node:timers/promises'

interface React {
  act(work: () => unknown): PromiseLike<unknown>
}

/** One update may lead to another, which React renders in a turn of the event loop of its own. */
const TURNS = 3

/**
 * Loads the production build of React, the one that people get. The checks of the development build take a quarter of the
 * time of the UI tests. Call it when the page exists, and before anything else loads React.
 *
 * The production build has no `act()`, which the testing library calls around renders and events. The one that is added
 * here renders at once what the call itself changes. What an effect changes after that comes in a later turn: await it.
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
