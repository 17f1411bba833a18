import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { pressOn, tabTo, typeInto } from '../fixtures/keyboard.ts'
import { register, solutionFolder } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const NAME = `line-7 ${HOSTILE}`

const METADATA = {
  name: 'vision',
  description: { overview: 'Finds scratches.' },
  pipeline: [
    {
      type: 'train',
      command: ['sh', 'train.sh'],
      parameters: {
        user_parameters: [
          {
            step: 'train',
            args: [
              { name: 'epochs', type: 'int', default: ['30'], range: '1,200' },
              { name: 'augment', type: 'single_selection', default: 'True', selectable: [true, false] },
            ],
          },
        ],
      },
    },
  ],
}
const SCRIPT =
  'echo INFO received; cat "$PODIUM_PARAMETERS_FILE"; echo INFO into its own log > "$PODIUM_LOG_DIR/pipeline.log"\n'

test('takes an instance from its draft to its deletion, by keyboard alone', { tag: '@long' }, async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  await register(api, workspace, await solutionFolder(METADATA, { 'train.sh': SCRIPT }))
  await openAs(page, server.address, person)
  const faults = watch(page)
  page.on('dialog', (dialog) => faults.push(`dialog: ${dialog.message()}`))
  await test.step('shows the list as a view of the models', () => openList(page))
  await test.step('makes a draft in two steps', () => makeDraft(page))
  await test.step('completes the draft', () => complete(page))
  await test.step('changes the instance', () => edit(page))
  await test.step('makes a stream of it', () => makeStream(page))
  await test.step('gives a run of the stream the promised parameters', () => run(page))
  await test.step('shows the logs of the latest run with the instance', () => readLogs(page))
  await test.step('lists all changes in its history', () => readHistory(page))
  await test.step('says what a deletion removes', () => remove(page))
  expect(faults).toEqual([])
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

const looked = new Set<string>()

/** Answers a question or closes an alert, and returns its text. */
async function answer(page: Page, title: string, name: string): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  if (!looked.has(title)) await expectAccessible(page)
  looked.add(title)
  const text = (await dialog.textContent()) ?? ''
  await pressOn(page, dialog.getByRole('button', { name, exact: true }))
  await expect(dialog).toBeHidden()
  return text
}

async function openList(page: Page) {
  await showInstances(page)
  await expect(page.getByText('No instances yet')).toBeVisible()
  await expectAccessible(page)
}

async function showInstances(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await pressOn(page, menu.getByRole('link', { name: 'Inf Model' }))
  await tabTo(page, page.getByRole('tab', { name: 'Streams', exact: true }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('table', { name: 'Instances' })).toBeVisible()
}

async function makeDraft(page: Page) {
  await pressOn(page, button(page, 'New Instance').first())
  await expect(heading(page, 'New Instance')).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'vision' }))
  await page.keyboard.press('Space')
  await expect(page.getByText(/registered by/)).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, button(page, 'Next'))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue('vision-v1')
  await expect(page.getByText('This name is available.')).toBeVisible()
  await expectAccessible(page)
  await expectOnPhone(page, ['Back', 'Cancel', 'Save as draft', 'Save'])
  await typeInto(page, name, NAME)
  await pressOn(page, button(page, 'Tag'))
  await expect(page.getByRole('textbox', { name: 'Key of tag 1' })).toBeFocused()
  await page.keyboard.type('plant')
  await typeInto(page, page.getByRole('textbox', { name: 'Value of tag 1' }), HOSTILE)
  await pressOn(page, button(page, 'Save as draft'))
  await answer(page, 'Saved Successfully.', 'OK')
  await expect(heading(page, NAME)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Instance', exact: true }).getByText(HOSTILE)).toBeVisible()
  await expect(button(page, 'New Run')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
}

/** Expects nothing outside the narrowest screen. */
async function expectOnPhone(page: Page, names: string[]) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of names) {
    const box = await button(page, name).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 320, `${name} at ${JSON.stringify(box)}`).toBe(true)
  }
  if (before) await page.setViewportSize(before)
}

async function complete(page: Page) {
  await pressOn(page, button(page, 'Complete'))
  const epochs = page.getByRole('textbox', { name: 'epochs' })
  await typeInto(page, epochs, '500')
  await pressOn(page, button(page, 'Save'))
  await expect(page.getByText('500 is above the highest allowed value 200.', { exact: true })).toBeVisible()
  await expect(epochs).toBeFocused()
  // At the very end of the page the top bar covers half of the button above the modes.
  await epochs.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expectAccessible(page)
  await typeInto(page, epochs, '40')
  await pressOn(page, button(page, 'Save'))
  await answer(page, 'Create the item(s)?', 'Create')
  await answer(page, 'Created Successfully!', 'OK')
  await expect(page.getByText('on, 2 parameters, 1 of them changed')).toBeVisible()
}

async function edit(page: Page) {
  await pressOn(page, button(page, 'Edit'))
  await typeInto(page, page.getByRole('textbox', { name: 'Description' }), HOSTILE)
  await tabTo(page, page.getByRole('switch', { name: 'Resource' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('combobox', { name: 'Train tier' })).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, button(page, 'Save'))
  expect(await answer(page, 'Save the changes?', 'Save')).toContain(HOSTILE)
  await answer(page, 'Edited Successfully!', 'OK')
  await expect(heading(page, NAME)).toBeVisible()
}

async function makeStream(page: Page) {
  await pressOn(page, button(page, 'New Stream'))
  const dialog = page.getByRole('dialog', { name: 'New Stream' })
  await expect(dialog.getByRole('textbox', { name: 'epochs' })).toHaveValue('40')
  await expectAccessible(page)
  await typeInto(page, dialog.getByRole('textbox', { name: 'Name', exact: true }), 'night')
  await tabTo(page, dialog.getByRole('radio', { name: 'true' }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('was true')).toBeVisible()
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }))
  await answer(page, 'Create the item(s)?', 'Create')
  await answer(page, 'Created Successfully!', 'OK')
  await expect(page.getByRole('table', { name: 'Streams' }).getByText('night')).toBeVisible()
}

async function run(page: Page) {
  await pressOn(page, button(page, 'New Run'))
  const received = page.getByRole('region', { name: 'Parameters' }).locator('code')
  await expect(received).toContainText('"epochs": 40')
  await expect(received).toContainText('"augment": false')
  await pressOn(page, button(page, 'Change stream'))
  await expect(page.getByRole('radio', { name: 'Existing stream' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const instance = page.getByLabel('Instance', { exact: true })
  const stream = page.getByLabel('Stream name', { exact: true })
  await typeInto(page, stream, 'dawn')
  await expect(page.getByText('This name is available.')).toBeVisible()
  expect(await topOf(instance)).toBe(await topOf(stream))
  await tabTo(page, page.getByRole('radio', { name: 'New stream' }))
  await page.keyboard.press('ArrowLeft')
  await startInVain(page)
  await pressOn(page, button(page, 'Start'))
  await expect(page.getByText(/^Succeeded (after|at once)/)).toBeVisible()
}

/** Submits invalid values. The person must see the first invalid field above the bar, and a refusal in it. */
async function startInVain(page: Page) {
  const epochs = page.getByRole('textbox', { name: 'epochs' })
  await typeInto(page, epochs, '500')
  await expectClearOfBar(page, epochs)
  await expectClearOfBar(page, epochs, { width: 390, height: 700 })
  await typeInto(page, epochs, '40')
  const refusal = 'There is nothing at datasets/x.'
  await page.route('**/streamhistories/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { detail: refusal } })
      : route.fallback(),
  )
  await pressOn(page, button(page, 'Start'))
  await expect(page.getByText(refusal)).toBeInViewport({ ratio: 1 })
  await page.unroute('**/streamhistories/*')
}

async function expectClearOfBar(page: Page, field: Locator, size = page.viewportSize()) {
  const before = page.viewportSize()
  if (size) await page.setViewportSize(size)
  await tabTo(page, button(page, 'Start'))
  // Behind the bar the field is on the screen already, so the browser would not scroll to it.
  await field.evaluate((it) =>
    window.scrollBy(0, it.getBoundingClientRect().bottom - window.innerHeight + 10),
  )
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  const box = await field.boundingBox()
  const bar = page.locator('form > :has(> * > button[type=submit])')
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(await topOf(bar))
  if (before) await page.setViewportSize(before)
}

async function topOf(field: Locator): Promise<number> {
  const box = await field.boundingBox()
  if (!box) throw new Error('The field is not on the page.')
  return box.y
}

async function readLogs(page: Page) {
  // The view that was used last opens again.
  const menu = page.getByRole('navigation', { name: 'Main' })
  await pressOn(page, menu.getByRole('link', { name: 'Inf Model' }))
  await expect(page.getByRole('table', { name: 'Instances' })).toBeVisible()
  await pressOn(page, page.getByRole('link', { name: NAME }))
  await tabTo(page, page.getByRole('tab', { name: 'Detail' }))
  await page.keyboard.press('ArrowRight')
  const log = page.getByRole('log')
  await tabTo(page, page.getByRole('tab', { name: /^pipeline\.log/ }))
  await expect(log.getByText('INFO into its own log')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(log.getByText(/"epochs":\s*40/)).toBeVisible()
  await expect(log.getByText(/"augment":\s*false/)).toBeVisible()
  await expectAccessible(page)
}

async function readHistory(page: Page) {
  await tabTo(
    page,
    page
      .getByRole('tab', { name: 'History' })
      .or(page.getByRole('tab', { name: 'Logs' }))
      .first(),
  )
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('created instance')
  await expect(page.getByRole('list', { name: 'History' })).toContainText(HOSTILE)
  await expectAccessible(page)
}

async function remove(page: Page) {
  await pressOn(page, button(page, `More for ${NAME}`))
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const question = await answer(page, 'Delete selected item(s)?', 'Delete')
  expect(question).toContain('also deletes 1 stream and 1 run')
  expect(question).toContain('night')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page.getByText('No instances yet')).toBeVisible()
}
