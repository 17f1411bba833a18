import { defineConfig } from '@playwright/test'

// The journeys' configuration and the tests read it.
process.env.PODIUM_LONG = '1'
const { default: journeys } = await import('./playwright.config.ts')

/** Every screen in every state, at every size and by keyboard only, in the long form; part of `npm run nightly`. */
export default defineConfig(journeys, { testDir: 'accessibility' })
