import { configure, getConfig } from '@testing-library/react'

/** Ends the wait for a page that hangs. A busy machine may take long for a correct one. */
const PATIENCE_MS = 120_000

/**
 * A wait looks at every change of the page, and each failed look printed the whole page for an error that was thrown
 * away. Only the error at the end of the wait shows the page.
 */
export function waitPatiently(): void {
  const { getElementError } = getConfig()
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    getElementError(message, container) {
      // The library sets this while it waits, and then leaves out the list of roles.
      if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') !== true)
        return getElementError(message, container)
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    },
  })
}
