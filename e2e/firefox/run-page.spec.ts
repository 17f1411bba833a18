import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { makeStream, register, scriptSolution, startRun } from '../fixtures/seed.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { test, typeInto } from './firefox.ts'

const LINES = 300

/** Writes lines and figures, waits for the test, and writes a last line. */
const TALKING = `
i=0
while [ $i -lt ${LINES} ]; do
  i=$((i + 1)); echo "epoch $i of ${LINES}"; echo "{\\"step\\": $i, \\"loss\\": $((1000 - i))}" >> "$PODIUM_METRICS_FILE"
done
until [ -e "$PODIUM_LOG_DIR/go" ]; do sleep 0.1; done
echo "[ERROR] the last line"
`

test('shows the log of a run as it arrives, searches it, and draws its figures, which can be read by keyboard', async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  await register(api, workspace, await scriptSolution('talking', TALKING))
  const run = await startRun(api, await makeStream(api, workspace, 'talking'))
  await openAs(page, server.address, person, `/inferenceModel/run/${run.id}?ws=${workspace.id}&tab=log`)
  await expect(page.getByRole('heading', { level: 1, name: run.name })).toBeVisible()

  await test.step('shows lines as they arrive', async () => {
    const log = page.getByRole('log')
    await expect(log.getByText(`epoch ${LINES} of ${LINES}`, { exact: true })).toBeInViewport()
    await expect(log.getByText('the last line')).toHaveCount(0)
    await writeFile(join(server.home, 'runs', workspace.id, run.id, '1', 'log', 'go'), '')
    await expect(log.getByText('the last line')).toBeInViewport()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('log-error')?.size)).toBe(1)
    await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
  })

  await test.step('searches the log', async () => {
    await typeInto(page.getByRole('searchbox', { name: 'Search in process.log' }), 'epoch 7')
    await expect(page.getByRole('status').filter({ hasText: '1 of 11' })).toBeVisible()
    await expect(page.getByRole('log').getByText(`epoch 7 of ${LINES}`, { exact: true })).toBeInViewport()
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByRole('status').filter({ hasText: '11 of 11' })).toBeVisible()
    await expect(page.getByRole('log').getByText(`epoch 79 of ${LINES}`, { exact: true })).toBeInViewport()
  })

  await test.step('draws figures', async () => {
    await page.getByRole('tab', { name: 'Figures' }).click()
    const chart = page.getByRole('group', { name: /^loss over steps/ })
    const isDrawn = () =>
      chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        return canvas
          .getContext('2d')
          ?.getImageData(0, 0, width, height)
          .data.some((value) => value > 0)
      })
    await expect.poll(isDrawn).toBe(true)
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const reading = chart.getByRole('status')
    await expect(reading).toContainText('step 2')
    await expect(reading).toContainText('998')
    await page.keyboard.press('Escape')
    await expect(reading).toHaveCount(0)
    await page.keyboard.press('+')
    await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible()
    await page.keyboard.press('0')
    await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0)
  })
})
