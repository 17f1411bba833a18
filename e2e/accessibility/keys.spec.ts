import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../fixtures/axe.ts'
import { expectHoldsFocus, nameOfFocused, unseenStops } from '../fixtures/focus.ts'
import { sidewaysParts, unreachableControls, ZOOMED } from '../fixtures/reflow.ts'
import { AREAS, addressesOf, openScreen, signInTo } from '../fixtures/screens.ts'
import { asAdmin } from '../fixtures/seed.ts'
import { endScreens, type SeededRecords, seedScreens } from '../fixtures/seed-screens.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'

let server: PodiumServer
let records: SeededRecords

test.beforeAll(async () => {
  server = await startPodium(asAdmin)
  records = await seedScreens(server)
})
test.afterAll(() => endScreens(server, records))

const WITH_PYTHON = { tag: '@python' }

for (const forcedColors of ['none', 'active'] as const) {
  /** One of each kind of stop is compared with and without the focus. */
  const compared = new Set<string>()

  for (const { area, paths } of AREAS)
    test(
      `${area}: every stop of the Tab key is seen, forced colours: ${forcedColors}`,
      WITH_PYTHON,
      async ({ page }) => {
        await signInTo(page, server.address, 'poc')
        await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
        for (const address of paths.flatMap((path) => addressesOf(path, records)))
          await test.step(address, async () => {
            await openScreen(page, server.address + address)
            expect.soft(await unseenStops(page, compared), address).toEqual([])
          })
      },
    )
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).first()

interface Opener {
  /** the file that draws the dialog, below console/src */
  file: string
  address: (records: SeededRecords) => string
  /** what is pressed one after the other; the first has the focus again at the end */
  steps: ((page: Page) => Locator)[]
  before?: (page: Page) => Promise<void>
  /** Escape where not said */
  leave?: (page: Page) => Promise<void>
}

const RUNS = () => '/inferenceModel?view=runs'
const selectRun = (page: Page) => page.getByRole('checkbox', { name: /-1$/ }).check()

async function saveView(page: Page) {
  await button(page, /^Views/).click()
  await item(page, 'Save this view…').click()
  await page.getByLabel('Name', { exact: true }).fill('All of them')
  // A test before it may have saved one of this name.
  await button(page, /^(Save|Replace)$/).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const DIALOGS: Opener[] = [
  {
    file: 'shell/command-menu.tsx',
    address: () => '/overview',
    steps: [(page) => button(page, /^Search or jump to/)],
  },
  {
    file: 'shell/key-help.tsx',
    address: () => '/overview',
    steps: [(page) => button(page, 'Keyboard help')],
  },
  {
    file: 'ui/dialog/drawer.tsx',
    address: () => '/overview',
    before: (page) => page.setViewportSize({ width: 390, height: 844 }),
    steps: [(page) => button(page, 'Open navigation')],
  },
  {
    file: 'features/solutions/register/register-dialog.tsx',
    address: () => '/solution',
    steps: [(page) => button(page, 'Register Solution')],
    // A press of Escape would lose what is being sent.
    leave: (page) => button(page, 'Cancel').press('Enter'),
  },
  {
    file: 'features/profile/proof.tsx',
    address: () => '/settings/account/editProfile?tab=tokens',
    steps: [(page) => button(page, 'New Token')],
  },
  {
    file: 'features/workspaces/components/delete-workspace-dialog.tsx',
    address: ({ emptyWorkspace }) => `/settings/workspace/detail/${emptyWorkspace}`,
    steps: [(page) => button(page, /^More/), (page) => item(page, /^Delete/)],
  },
  {
    file: 'features/workspaces/variables/variable-dialog.tsx',
    address: ({ emptyWorkspace }) => `/settings/workspace/detail/${emptyWorkspace}?tab=variables`,
    // Until the list has come its button stands elsewhere.
    before: (page) => expect(page.getByText('No variables yet')).toBeVisible(),
    steps: [(page) => button(page, 'New Variable')],
  },
  {
    file: 'features/instances/stream/stream-dialog.tsx',
    address: ({ instance }) => `/inferenceModel/instance/${instance}`,
    steps: [(page) => button(page, 'New Stream')],
  },
  {
    file: 'features/runs/list/views/view-dialog.tsx',
    address: RUNS,
    steps: [(page) => button(page, /^Views/), (page) => item(page, 'Save this view…')],
  },
  {
    file: 'features/runs/list/views/manage-views-dialog.tsx',
    address: RUNS,
    before: saveView,
    steps: [(page) => button(page, /^Views/), (page) => item(page, 'Manage views…')],
  },
  {
    file: 'features/runs/list/filter-dialog.tsx',
    address: RUNS,
    steps: [(page) => button(page, 'Filter'), (page) => item(page, /^Started after|^Name|^Tag/)],
  },
  {
    file: 'features/runs/list/column-dialog.tsx',
    address: RUNS,
    steps: [(page) => button(page, 'Columns')],
  },
  {
    file: 'features/runs/list/tag-dialog.tsx',
    address: RUNS,
    before: selectRun,
    steps: [(page) => button(page, 'Tag')],
  },
  {
    file: 'features/runs/comparison/add-run-dialog.tsx',
    address: ({ run }) => `/inferenceModel/compare?runs=${run}`,
    steps: [(page) => button(page, 'Add Run')],
  },
  {
    file: 'ui/dialog/confirm-dialog.tsx',
    address: RUNS,
    before: selectRun,
    steps: [(page) => button(page, /^Delete/)],
  },
]

for (const { file, address, steps, before, leave } of DIALOGS)
  test(`by keys alone: ${file}`, WITH_PYTHON, async ({ page }) => {
    await signInTo(page, server.address, 'poc')
    await openScreen(page, server.address + address(records))
    await before?.(page)
    let opener = ''
    for (const step of steps) {
      await step(page).focus()
      opener ||= await nameOfFocused(page)
      await page.keyboard.press('Enter')
      if (step !== steps.at(-1)) {
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessibleInBothThemes(page)
      }
    }
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const window = page.viewportSize()
    await page.setViewportSize(ZOOMED)
    expect.soft(await sidewaysParts(page)).toEqual([])
    expect.soft(await unreachableControls(page)).toEqual([])
    if (window) await page.setViewportSize(window)
    await expectHoldsFocus(page, opener, leave && (() => leave(page)))
  })

test('at 400 % a notice lies over no button of a dialog', WITH_PYTHON, async ({ page }) => {
  await signInTo(page, server.address, 'poc')
  await openScreen(page, `${server.address}/inferenceModel?view=runs`)
  await saveView(page)
  const notice = page.getByRole('status').filter({ has: button(page, 'Dismiss') })
  // held, as by a pointer over it
  await button(page, 'Dismiss').dispatchEvent('pointerover')
  await button(page, /^Views/).click()
  await item(page, 'Manage views…').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize(ZOOMED)
  expect(await unreachableControls(page)).toEqual([])
  await expect(notice).toBeVisible()
})

test('a part of a chart is zoomed to by two presses, without dragging', WITH_PYTHON, async ({ page }) => {
  await signInTo(page, server.address, 'poc')
  await openScreen(page, `${server.address}/inferenceModel/run/${records.run}?tab=figures`)
  const chart = page.getByRole('group', { name: /over steps/ }).first()
  await expect(chart.locator('canvas')).toBeVisible()
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  for (const share of [0.3, 0.7]) await chart.click({ position: { x: width * share, y: 100 } })
  await chart.getByRole('button', { name: 'Show all' }).click()
  await expect(chart.getByRole('button', { name: 'Show all' })).toBeHidden()
})
