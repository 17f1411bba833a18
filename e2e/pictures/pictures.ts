// Takes the pictures of the guide, by hand after a change of the console: npm run screenshots.
import { rm } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { signIn } from '../fixtures/api.ts'
import { admin } from '../fixtures/seed.ts'
import { emptyHome, setupLink, startPodium } from '../fixtures/server.ts'
import { pictureDataSet } from './data-sets.ts'
import {
  pictureAccessRequests,
  pictureAccounts,
  pictureEngine,
  pictureLeaving,
  pictureMembers,
  pictureProfile,
  pictureRights,
  pictureVariables,
} from './looking-after.ts'
import { pictureCatalogue, pictureComparison, pictureInstances, pictureSearch } from './looking-up.ts'
import {
  makeWorkspace,
  pictureInference,
  pictureOverview,
  pictureRegister,
  pictureRuns,
  pictureTraining,
  setUp,
} from './main-job.ts'
import { picturePackages } from './packages.ts'
import { pictureRetention } from './retention.ts'
import { pictureSchedules } from './schedules.ts'
import { take } from './take.ts'

const server = await startPodium({ home: await emptyHome() })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: server.address,
  })
  await setUp(page, await setupLink(server))
  await makeWorkspace(page)
  await pictureRegister(page, server.home)
  await pictureTraining(page, server.home)
  await pictureRuns(page)
  await pictureInference(page, server.home)
  await pictureOverview(page)
  await pictureComparison(page, server.home)
  await picturePackages(page)
  await pictureInstances(page)
  await pictureSearch(page)
  await pictureCatalogue(page, server.home)
  const api = await signIn(server.address, admin.id, admin.password)
  await pictureDataSet(page, api)
  await pictureAccounts(page, api)
  await pictureMembers(page, api)
  await pictureVariables(page, api)
  await pictureLeaving(page, api)
  await pictureAccessRequests(page, server.address, api)
  await pictureSchedules(page, api)
  await pictureRetention(page, api)
  await pictureProfile(page)
  await pictureEngine(page, api)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await take(page, 'login')
  await pictureRights(page)
} finally {
  await browser.close()
  await server.stop()
  await rm(server.home, { recursive: true, force: true })
}
