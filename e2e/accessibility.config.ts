import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Every screen in every state, at every size and by keys alone: a part of `npm run nightly`, in the long form. */
export default defineConfig(journeys, { testDir: 'accessibility' })
