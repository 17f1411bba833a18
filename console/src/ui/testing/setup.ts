import './desk.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { keepComposingKeys } from '../composing-keys.ts'
import { leavePage } from './leave-page.ts'

// As in the console, before anything else listens for keys.
keepComposingKeys()
// The first test must find the window as the others do.
leavePage()

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // A page that is still loading would call the server of the next test.
  await vi.dynamicImportSettled()
  leavePage()
})
