import { createRequire } from 'node:module'

interface React {
  act(work: () => unknown): PromiseLike<unknown>
}

/** Updates may follow one another: React does each in a turn of its own. */
const TURNS = 3

/**
 * Loads the production build of React, which people get, after the page is there and before anything else loads React: the
 * checks of the development build take a quarter of the time of the UI tests. The production build has no `act()`, which the testing library calls
 * around renders and events, so this adds one that renders at once and, awaited, lets React finish.
 */
export function loadProductionReact(): void {
  const require = createRequire(import.meta.url)
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const react: React = require('react')
  require('react/jsx-runtime')
  const { flushSync }: typeof import('react-dom') = require('react-dom')
  require('react-dom/client')
  process.env.NODE_ENV = mode

  // A test may put its own clock in the place of this one.
  const { setImmediate: nextTurn } = globalThis
  react.act = (work) => {
    const done = flushSync(work)
    return {
      // biome-ignore lint/suspicious/noThenProperty: React's act() answers a thenable, which need not be awaited.
      then: (resolve, reject) =>
        Promise.resolve(done)
          .then(async (value) => {
            for (let turn = 0; turn < TURNS; turn += 1)
              await new Promise((next) => nextTurn(() => next(null)))
            return value
          })
          .then(resolve, reject),
    }
  }
}
