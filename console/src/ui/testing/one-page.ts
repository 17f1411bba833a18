import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { loadProductionReact } from './production-react.ts'

let page: Promise<unknown> | undefined

/**
 * The environment of the UI tests: one jsdom for all files of a worker. One per file took a third of the tests' time.
 * setup.ts resets the page after each test.
 */
export default {
  ...builtinEnvironments.jsdom,
  async setup(global, options) {
    page ??= openPage(global, options)
    await page
    return { teardown: () => undefined }
  },
} satisfies Environment

async function openPage(global: typeof globalThis, options: Record<string, unknown>): Promise<void> {
  await builtinEnvironments.jsdom.setup(global, options)
  loadProductionReact()
  const { window } = (global as unknown as { jsdom: { window: Window } }).jsdom
  // Node 25 and later have a storage of their own, which Vitest keeps in place of the page's.
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(global, name, { value: window[name], configurable: true, writable: true })
}
