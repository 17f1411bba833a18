import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { podium } from '../fixtures/command.ts'
import { PENGUINS, solutionFolder } from '../fixtures/seed.ts'
import { type PodiumServer, setupLink, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

const PASSWORD = 'grey-harbour-candle-9'
let server: PodiumServer

test.beforeAll(async () => {
  server = await startPodium()
})
test.afterAll(() => server.stop())

test('leads from the set-up link to a stopped run: one person, one sitting', { tag: '@python' }, async ({
  page,
}) => {
  const faults = watch(page)
  const menu = page.getByRole('navigation', { name: 'Main' })

  await test.step('makes the first administrator by the link of the first start', async () => {
    await page.goto(await setupLink(server))
    await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByLabel('ID', { exact: true }).fill('mina')
    await page.getByLabel('User Name', { exact: true }).fill('Mina')
    await page.getByLabel('Email Address', { exact: true }).fill('mina@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password Confirmation', { exact: true }).fill(PASSWORD)
    await expect(page.getByText('Password Confirmation matched.')).toBeVisible()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/overview/)
  })

  await test.step('shows the creation dialog while no workspace exists, and ignores Escape', async () => {
    const dialog = page.getByRole('dialog', { name: 'Welcome, Create a Workspace!' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This field is required.').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Workspace Name' }).fill('poc')
    await dialog.getByRole('button', { name: 'Check Duplicate' }).click()
    await expect(dialog.getByText('This ID is available.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Bucket Name' }).fill('poc-results')
    await dialog.getByLabel('High', { exact: true }).fill('nonsense')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Invalid instance type.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('High', { exact: true }).fill('')
    await dialog.getByLabel('Standard', { exact: true }).fill('1cpu-1gib')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Create the item(s)?' })
    await expect(confirmation).toBeVisible()
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Created Successfully!')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currWorkspace') ?? '{}'))
    expect(stored).toMatchObject({ name: 'poc-ws', display_name: 'poc', role: 'MANAGER' })
  })

  await test.step('registers a solution and its second version by the command line', async () => {
    for (const number of [1, 2]) {
      const { code, output } = await podium(server.home, ['register', PENGUINS])
      expect(output).toContain(`Registered penguins v${number} in poc.`)
      expect(code).toBe(0)
    }
    await menu.getByRole('link', { name: 'AI Solution' }).click()
    await expect(page.getByRole('table', { name: 'AI Solution' }).getByText('v 2')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'penguins', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^penguins/, level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('starts a run with changed parameters, and shows its log and progress as they arrive', async () => {
    await page
      .getByRole('link', { name: 'New Run' })
      .or(page.getByRole('button', { name: 'New Run' }))
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'New Run', level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByLabel('epochs').first().fill('600')
    await expect(page.getByText('was 900')).toBeVisible()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page).toHaveURL(/\/inferenceModel\/run\/[0-9a-f-]{36}/)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(
      page
        .getByRole('log')
        .getByText(/epoch \d+\/600/)
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
    await expect(
      page
        .getByRole('log')
        .getByText(/accuracy 0\.9\d+/)
        .first(),
    ).toBeVisible()
    await expect(page.getByText('Model v 2.1', { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('downloads its model', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Model v 2.1', exact: true }).click()
    const file = await readFile(await (await download).path())
    expect([...file.subarray(0, 2)]).toEqual([0x1f, 0x8b])
  })

  await test.step('says by a check and on the version what has no effect, and shows a bool as a box', async () => {
    const args = [{ name: 'shuffle', type: 'bool', default: true }]
    const command = ['sh', '-c', 'cp "$PODIUM_PARAMETERS_FILE" "$PODIUM_OUTPUT_DIR"']
    const parameters = { user_parameters: [{ step: 'train', args }] }
    const metadata = { name: 'brought', env: { A: '1' }, pipeline: [{ type: 'train', command, parameters }] }
    const folder = await solutionFolder(metadata, { Dockerfile: 'FROM scratch' })
    const checked = await podium(server.home, ['register', '--check', folder])
    expect(checked).toMatchObject({
      code: 0,
      output: expect.stringContaining('Podium does not use Dockerfile'),
    })
    expect(checked.output).toContain('Nothing was registered')
    expect((await podium(server.home, ['register', folder])).output).toContain('Registered brought v1')
    await menu.getByRole('link', { name: 'AI Solution' }).click()
    await page.getByRole('link', { name: 'brought', exact: true }).click()
    await expect(page.getByText(/^env has no effect here: set variables and secrets/)).toBeVisible()
    await expect(page.getByText(/^Podium does not use Dockerfile: runs are processes/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New Run' }).first().click()
    await page.getByRole('checkbox', { name: 'shuffle' }).uncheck()
    await expect(page.getByText('was true')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
    const { output } = await podium(server.home, ['runs', '--solution', 'brought', '--json'])
    const [{ name }] = JSON.parse(output).stream_histories ?? JSON.parse(output)
    const file = `${folder}/received.json`
    await podium(server.home, ['download', name, 'parameters.json', '-o', file])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ train: { shuffle: false } })
  })

  await test.step('stops a second run', async () => {
    await podium(server.home, ['run', 'penguins', '-p', 'train.epochs=5000'])
    await menu.getByRole('link', { name: 'Inf Model' }).click()
    const models = page.getByRole('table', { name: 'Streams' })
    await expect(models.getByText('training').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await models.getByRole('link', { name: /-2$/ }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^Stop/ }).click()
    await expect(page.getByText('stopped').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('keeps the rest of the console in order, and signs the person out', async () => {
    await menu.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await menu.getByRole('link', { name: 'Workspace', exact: true }).click()
    await expect(page.getByRole('table')).toContainText('poc-results')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expectAccessibleInBothThemes(page)
  })

  expect(faults).toEqual([])
})
