import { configure, getConfig } from '@testing-library/react'

/** Ends the wait for a page that hangs; a busy machine may take long for one that is right. */
const PATIENCE_MS = 120_000

/**
 * What is waited for is looked for at every change of the page, and each time in vain the whole page was printed for
 * an error that is thrown away. The error at the end of the wait is made anew, and shows the page as before.
 */
export function waitPatiently(): void {
  const { getElementError } = getConfig()
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    getElementError(message, container) {
      // The library marks its waiting so, and leaves the list of roles out while it waits.
      if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') !== true)
        return getElementError(message, container)
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    },
  })
}
