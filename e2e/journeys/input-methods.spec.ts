import { type ElementHandle, expect, type Page } from '@playwright/test'
import { DIALOGS } from '../fixtures/dialogs.ts'
import { DIALOG, inputMethodFor, textFields, WRITTEN } from '../fixtures/input-method.ts'
import { addressesOf, isBare, onEachTab, openScreen, SCREEN_PATHS, signInTo } from '../fixtures/screens.ts'
import { asAdmin, register, scriptSolution } from '../fixtures/seed.ts'
import { endScreens, seedScreens } from '../fixtures/seed-screens.ts'
import { startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

/** In some hundred fields these are 6,000 keys, which a person presses in twenty minutes. */
const TIMES = 3

/** The state that an input method's keys must not change. */
async function surroundings(page: Page) {
  return {
    path: new URL(page.url()).pathname,
    dialogs: await page.locator(`${DIALOG}, [role=menu]`).count(),
    sent: await page.evaluate(() => document.documentElement.dataset.sent),
  }
}

/** Marks each page on which a form is submitted. */
async function noteSubmits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('submit', () => {
      document.documentElement.dataset.sent = 'sent'
    })
  })
}

/** False for fields that accept only digits, or addresses, which are spelled in ASCII. */
const takesWords = (field: ElementHandle<HTMLInputElement>) =>
  field.evaluate((it) => !['number', 'email'].includes(it.type) && it.inputMode !== 'numeric')

/** A search may have removed it. */
const isThere = (field: ElementHandle<HTMLInputElement>) =>
  field.evaluate((it) => it.isConnected && it.checkVisibility())

/** Writes 한글 into each visible field, expects only the text in it to change, and restores the fields. */
async function writeInEach(page: Page, where: string): Promise<number> {
  const method = await inputMethodFor(page)
  const before = await surroundings(page)
  const fields = await textFields(page)
  const texts = await Promise.all(fields.map((field) => field.inputValue()))
  for (const field of fields) {
    if (!(await isThere(field))) continue
    const name = (await field.evaluate((it) => it.labels?.[0]?.innerText ?? it.ariaLabel)) ?? ''
    const words = `${where}: ${name}`
    await field.evaluate((it) => it.focus())
    for (let time = 0; time < TIMES; time += 1) await method.write()
    expect.soft(await surroundings(page), words).toEqual(before)
    if (!(await isThere(field))) {
      // An empty list has no search. Rendered again, the field would have lost the composition.
      expect.soft(await page.getByLabel(name, { exact: true }).count(), words).toBe(0)
      continue
    }
    expect.soft(await field.evaluate((it) => it === document.activeElement), words).toBe(true)
    if (await takesWords(field)) expect.soft(await field.inputValue(), words).toContain(WRITTEN)
  }
  for (const [at, field] of fields.entries()) if (await isThere(field)) await field.fill(texts[at] ?? '')
  return fields.length
}

test('writes by an input method in every field of the console, opens nothing and loses nothing', {
  tag: ['@long', '@python'],
}, async ({ page }) => {
  const server = await startPodium(asAdmin)
  const records = await seedScreens(server)
  const faults = watch(page)
  page.on('dialog', (leaving) => leaving.accept())
  await noteSubmits(page)
  const fields: Record<string, number> = {}
  try {
    for (const path of SCREEN_PATHS.filter(isBare))
      await test.step(path, async () => {
        await openScreen(page, `${server.address}${path}${path === '/auth/login' ? '' : '#a-secret'}`)
        fields[path] = await writeInEach(page, path)
      })
    // A page of the console would restart when the session is stored.
    await page.goto('about:blank')
    await signInTo(page, server.address, 'poc')
    for (const path of SCREEN_PATHS.filter((one) => !isBare(one)))
      for (const address of addressesOf(path, records))
        await test.step(address, async () => {
          await openScreen(page, server.address + address)
          await onEachTab(page, async (tab) => {
            fields[address + tab] = await writeInEach(page, address + tab)
          })
        })
    for (const { file, address, steps, before } of DIALOGS)
      await test.step(file, async () => {
        const window = page.viewportSize()
        await openScreen(page, server.address + address(records))
        await before?.(page)
        for (const step of steps) await step(page).click()
        await expect(page.locator(DIALOG)).toBeVisible()
        fields[file] = await writeInEach(page, file)
        if (window) await page.setViewportSize(window)
      })
    const all = Object.values(fields).reduce((sum, count) => sum + count)
    expect(all, JSON.stringify(fields)).toBeGreaterThan(100)
    expect(faults).toEqual([])
  } finally {
    await endScreens(server, records)
  }
})

test('writes by an input method into searches and forms, whose keys do nothing else', async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  await register(api, workspace, await scriptSolution('bolts', 'true'))
  const faults = watch(page)
  await noteSubmits(page)
  await openAs(page, server.address, person, '/solution', workspace)
  const method = await inputMethodFor(page)
  const search = page.getByRole('searchbox', { name: 'Search solutions' })
  await expect(page.getByRole('link', { name: 'bolts' })).toBeVisible()

  await test.step('searches a list after a pause, and renders it again without ending the composition', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const q = new URL(request.url()).searchParams.get('q')
      if (q !== null && request.url().includes('/api/')) asked.push(q)
    })
    await search.focus()
    for (const state of ['ㅎ', '하', '한']) await method.compose(state)
    await expect(page.getByText('No solution matches “한”')).toBeVisible()
    await method.compose('핞')
    await method.commit('한')
    await method.compose('글')
    await expect(page.getByText('No solution matches “한글”')).toBeVisible()
    await method.commit('글')
    await expect(search).toHaveValue('한글')
    expect(asked.filter((q) => /[ㄱ-ㅣ]/.test(q))).toEqual([])
  })

  await test.step('writes into the command menu', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await writeInEach(page, 'the command menu')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('writes into a form', async () => {
    await openScreen(page, `${server.address}/settings/account/editProfile`)
    expect(await writeInEach(page, 'the profile')).toBeGreaterThan(0)
  })
  expect(faults).toEqual([])
})
