import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { pressOn, tabTo } from '../fixtures/keyboard.ts'
import {
  addMember,
  ended,
  makeAccount,
  makeStream,
  makeWorkspace,
  type Person,
  register,
  solutionFolder,
  startRun,
} from '../fixtures/seed.ts'
import { test, uniqueName } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

/** The most runs of a comparison in the long form. */
const RUNS = process.env.PODIUM_LONG === '1' ? 20 : 10
const PHONE = { width: 390, height: 844 }

let manager: Person
let member: Person
let ids: string[]
let path: string

test.beforeAll(async ({ api }) => {
  const workspace = await makeWorkspace(api, uniqueName('comparing'))
  ids = await seedRuns(api, workspace)
  path = `/inferenceModel/compare?ws=${workspace.id}&runs=${ids.join(',')}`
  manager = await makeAccount(api, uniqueName('mina'))
  member = await makeAccount(api, uniqueName('jonas'))
  await addMember(api, workspace, manager, 'MANAGER')
  await addMember(api, workspace, member, 'MEMBER')
})

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const TRAINING = `
import base64, os, podium
own = podium.parameters("train")
rate, mirrored = float(own["rate"]), own["mirrored"]
for step in range(1, 41):
    accuracy = 0.9 - abs(rate - 0.01) - 0.4 / step + (0.02 if mirrored else 0)
    figures = {"accuracy": accuracy, "val/accuracy": accuracy - 0.01, "loss": 1.2 - accuracy, "val/loss": 1.25 - accuracy}
    podium.log(figures, step=step)
with open(os.path.join(os.environ["PODIUM_OUTPUT_DIR"], "curve.png"), "wb") as file:
    file.write(base64.b64decode("${PICTURE}"))
`
const BACKBONES = ['resnet18', 'resnet50', 'mobilenet-v3-large']
const SAME = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`augmentation_strength_of_${at + 1}`, at / 40]),
)

/** 50 parameters, ten of which differ between the runs. */
const parametersOf = (run: number) => ({
  rate: Number((0.0001 * 1.4 ** run).toPrecision(3)),
  backbone: BACKBONES[run % 3],
  mirrored: run % 2 === 0,
  epochs: 30 + (run % 4) * 10,
  classes: run % 5 === 0 ? 'without_glare' : 'scratch_dent_missing_glare',
  warmup: run % 3,
  dropout: (run % 6) / 10,
  seed: run,
  batch_size: 2 ** (3 + (run % 3)),
  optimizer: run % 2 ? 'adam' : 'sgd',
  ...SAME,
})

/** Creates runs and waits until all have ended. */
async function seedRuns(api: Api, workspace: Workspace): Promise<string[]> {
  const parameters = { candidate_parameters: [{ step: 'train', args: [parametersOf(0)] }] }
  const pipeline = [{ type: 'train', command: ['python3', 'main.py'], parameters }]
  const folder = await solutionFolder({ name: 'rates', pipeline }, { 'main.py': TRAINING })
  await register(api, workspace, folder)
  const stream = await makeStream(api, workspace, 'rates')
  const started: string[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const { id } = await startRun(api, stream, { parameters: { train: { train: parametersOf(run) } } })
    started.push(id)
  }
  for (const id of started) expect((await ended(api, id)).state).toBe('succeeded')
  return started
}

const tableOf = (page: Page) => page.getByRole('table', { name: 'Differences' })
const headsOf = (page: Page) => tableOf(page).locator('thead th a').allTextContents()
const rowsOf = (page: Page) => tableOf(page).locator('th[scope=row]').allTextContents()

/** True if the element is visible to the person: in the window, and not covered. */
function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return it.contains(found)
  })
}

/** Expects that the page does not scroll sideways. */
async function expectFits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
}

/** Scrolls the table by keyboard, and expects its headers and names to be visible in the far corner. */
async function expectScrolledByKeyboard(page: Page) {
  await page.getByRole('switch', { name: 'Only differences' }).press('Space')
  await expect.poll(async () => (await rowsOf(page)).length).toBeGreaterThan(50)
  const table = page.getByRole('region', { name: 'Table of differences' })
  await tabTo(page, table)
  const at = () => table.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft > 0, scrollTop > 0])
  expect(await at()).toEqual([false, false])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  await expect.poll(at).toEqual([true, true])
  await table.evaluate((it) => {
    it.scrollTo(it.scrollWidth, it.scrollHeight)
    it.scrollIntoView({ block: 'end' })
  })
  const heads = tableOf(page).locator('thead th')
  await expect.poll(() => isInView(heads.last())).toBe(true)
  const corner = tableOf(page).getByRole('columnheader', { name: 'Run', exact: true })
  if (await corner.isVisible()) expect(await isInView(corner)).toBe(true)
  expect(await isInView(tableOf(page).locator('th[scope=row]').last())).toBe(true)
}

test('shows many runs by keyboard, the differences first and the best marked', {
  tag: ['@long', '@python'],
}, async ({ page, server }) => {
  const faults = watch(page)
  await openAs(page, server.address, manager, path)
  await expect(page.getByRole('heading', { name: `Compare ${RUNS} runs`, level: 1 })).toBeVisible()
  await expect(page.getByRole('group', { name: new RegExp(`^loss of ${RUNS} runs`) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'curve.png' }).getByRole('img')).toHaveCount(RUNS)
  await expect(page.getByText('10 of 50 differ', { exact: false })).toBeVisible()
  const shown = await rowsOf(page)
  const parameters = Object.keys(parametersOf(0))
  expect(shown.filter((name) => parameters.includes(name))).toEqual(
    parameters.filter((name) => !(name in SAME)),
  )
  const accuracy = tableOf(page).getByRole('row', { name: /^accuracy/ })
  await expect(accuracy.getByText('(best)')).toHaveCount(1)
  await expectAccessible(page)
  await expectFits(page)
  await expectScrolledByKeyboard(page)

  const heads = await headsOf(page)
  const [first = '', second = '', third = ''] = heads
  const move = tableOf(page).getByRole('button', { name: `Move ${first} right`, exact: true })
  await pressOn(page, move)
  await expect.poll(() => headsOf(page)).toEqual([second, first, ...heads.slice(2)])
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('Enter')
  await expect.poll(async () => (await headsOf(page)).indexOf(first)).toBe(7)
  await expect(move).toBeFocused()
  expect(await isInView(move)).toBe(true)
  const remove = (name: string) => tableOf(page).getByRole('button', { name: `Remove ${name}`, exact: true })
  await remove(second).press('Enter')
  await expect(page.getByRole('heading', { name: `Compare ${RUNS - 1} runs`, level: 1 })).toBeVisible()
  await expect(remove(third)).toBeFocused()

  await page.getByRole('button', { name: 'Add Run' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Run' })
  await pressOn(page, dialog.getByRole('button', { name: `Add ${second}`, exact: true }))
  await expect.poll(() => headsOf(page)).toHaveLength(RUNS)
  expect((await headsOf(page)).at(-1)).toBe(second)
  await expect(page.getByRole('button', { name: 'Add Run' })).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  const [mark, ...characters] = await readFile(await (await saved).path(), 'utf8')
  expect(mark).toBe('\ufeff')
  const lines = characters.join('').split('\r\n')
  expect(lines[0]).toBe(['group', 'name', ...(await headsOf(page))].join(','))
  expect(lines.filter((line) => line.startsWith('Parameters,'))).toHaveLength(50)
  await expectAccessible(page)
  expect(faults).toEqual([])
})

test('shows another member the same at that address on a phone', { tag: ['@long', '@python'] }, async ({
  page,
  browser,
  server,
}) => {
  await openAs(page, server.address, manager, path)
  await tableOf(page)
    .getByRole('button', { name: /^Move .* right$/ })
    .first()
    .press('Enter')
  await page.getByRole('combobox', { name: 'Parameter', exact: true }).selectOption('backbone')
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption({ index: 3 })
  await expect(page).toHaveURL(new RegExp(`${ids[1]}%2C${ids[0]}%2C.*x=backbone.*against=${ids[3]}`))
  const shown = [await headsOf(page), await rowsOf(page)]

  const other = await (await browser.newContext({ viewport: PHONE })).newPage()
  const faults = watch(other)
  const { pathname, search } = new URL(page.url())
  await openAs(other, server.address, member, pathname + search)
  await expect(
    other.getByRole('group', { name: new RegExp(`^train\\.backbone against accuracy of ${RUNS} runs`) }),
  ).toBeVisible()
  expect([await headsOf(other), await rowsOf(other)]).toEqual(shown)
  await expectAccessible(other)
  await expectFits(other)
  await expectScrolledByKeyboard(other)
  await other.context().close()
  expect(faults).toEqual([])
})

test('walks through points by keyboard, and shows curves in full screen until Escape', {
  tag: ['@long', '@python'],
}, async ({ page, server }) => {
  await openAs(page, server.address, manager, path)
  const parameter = page.getByRole('combobox', { name: 'Parameter', exact: true })
  await parameter.selectOption('backbone')
  const scatter = page.getByRole('group', {
    name: new RegExp(`^train\\.backbone against accuracy of ${RUNS} runs`),
  })
  await expect(scatter.getByText('mobilenet', { exact: false })).toBeVisible()
  const points = scatter.getByRole('button')
  await tabTo(page, points.first())
  await page.keyboard.press('ArrowRight')
  await expect(points.nth(1)).toBeFocused()
  const best = scatter.getByRole('button', { name: /, the best$/ })
  await expect(best).toHaveCount(1)
  await best.hover()
  await expect(page.locator('p', { hasText: /^rates-/ })).toBeVisible()

  await page.getByRole('button', { name: 'Show loss in full screen' }).press('Enter')
  const chart = page.getByRole('group', { name: new RegExp(`^loss of ${RUNS} runs`) })
  await expect.poll(async () => (await chart.boundingBox())?.width).toBeGreaterThan(1380)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show loss in full screen' })).toBeFocused()
  await expect.poll(async () => (await chart.boundingBox())?.width).toBeLessThan(700)
  await points.nth(1).press('Enter')
  await expect(page).toHaveURL(/\/inferenceModel\/run\//)
})
