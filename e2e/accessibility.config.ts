import { defineConfig } from '@playwright/test'

// Read by the journeys' configuration, and by the tests.
process.env.PODIUM_LONG = '1'
const { default: journeys } = await import('./playwright.config.ts')

/** Every screen in every state, at every size and by keys alone, in the long form: a part of `npm run nightly`. */
export default defineConfig(journeys, { testDir: 'accessibility' })
