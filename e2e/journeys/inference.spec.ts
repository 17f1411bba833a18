import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { ended, makeStream, PENGUINS, register, startRun } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

test('scores an uploaded CSV by a trained model, and offers the output for download', {
  tag: ['@long', '@python'],
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await register(api, workspace, PENGUINS)
  const training = await startRun(api, await makeStream(api, workspace, 'penguins'), {
    parameters: { train: { train: { epochs: 300 } } },
  })
  expect((await ended(api, training.id)).state).toBe('succeeded')

  await openAs(page, server.address, person, `/inferenceModel/run/${training.id}`)
  await page.getByRole('tab', { name: /^Artifacts/ }).click()
  await page.getByRole('link', { name: 'Use this model' }).click()
  await expect(page.getByRole('heading', { name: 'New Run', level: 1 })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'inference' })).toBeChecked()
  await page.getByRole('radio', { name: 'Upload' }).check({ force: true })
  await page.locator('input[type=file]').setInputFiles({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'species,island,bill_length_mm,bill_depth_mm,flipper_length_mm,body_mass_g,sex\n,Torgersen,39.1,18.7,181,3750,male\n,Biscoe,46.1,13.2,211,4500,female\n',
    ),
  })
  await expect(page.getByText('new.csv').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()

  await page.getByRole('tab', { name: /^Artifacts/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download predictions\.csv/ }).click()
  const predictions = await readFile(await (await download).path(), 'utf8')
  const [header, ...rows] = predictions.trim().split('\n')
  expect(header).toContain('Adelie')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('Adelie')
  expect(rows[1]).toContain('Gentoo')
  const cells = page.getByRole('region', { name: 'Cells of predictions.csv' })
  const [scrolls, endsInPage] = await cells.evaluate((frame) => [
    frame.scrollWidth > frame.clientWidth,
    frame.getBoundingClientRect().right < window.innerWidth,
  ])
  expect([scrolls, endsInPage]).toEqual([true, true])
  await expectAccessible(page)
  expect(faults).toEqual([])
})
