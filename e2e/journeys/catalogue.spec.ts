import { expect, type Locator, type Page } from '@playwright/test'
import type { Solution } from '@podium/contract/calls/solutions.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { HOSTILE_TEXTS } from '@podium/contract/testing/hostile-content.ts'
import type { Api } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { pressOn, tabTo, typeInto } from '../fixtures/keyboard.ts'
import { makeStream } from '../fixtures/seed.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

test('searches, rates, edits, compares and deletes in the catalogue by keyboard alone', {
  tag: '@long',
}, async ({ page, server, api, workspace, person }) => {
  const faults = watch(page)
  await registerSolution(api, workspace, 'label-ocr', {})
  const pipelines = ['train', 'inference']
  const vision = await registerSolution(api, workspace, 'vision-inspection', { pipelines })
  const metadata_json = metadataOf('vision-inspection', { note: 'Smaller scratches.', pipelines })
  await api.post(`/api/v1/solutions/${vision.id}/version`, { metadata_json })
  await makeStream(api, workspace, 'vision-inspection')
  await openAs(page, server.address, person)
  await enter(page)
  await search(page)
  await filter(page)
  await showThumbnails(page)
  await open(page, 'label-ocr')
  await rate(page)
  await readTabs(page)
  await edit(page)
  await registerVersionOfUsed(page)
  await compare(page)
  await remove(page)
  expect(faults).toEqual([])
})

test('shows what an attacker stores as text, and runs nothing of it', { tag: '@long' }, async ({
  page,
  server,
  api,
  workspace,
  person,
}) => {
  const faults = watch(page)
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      console.error(`The content policy refused ${blockedURI}`),
    )
  })
  const hostile = await storeHostile(api, workspace)
  await openAs(page, server.address, person, '/solution?view=list&q=hostile')
  await expect(table(page).getByRole('link')).toHaveCount(4)
  await page.goto(`${server.address}/solution?view=thumbnails&q=hostile`)
  await expect(page.getByText(hostile[0]?.texts[0] ?? '', { exact: true })).toBeVisible()
  expect(hostile.flatMap(({ texts }) => texts).length).toBeGreaterThanOrEqual(200)
  for (const { id, texts } of hostile) {
    const address = `${server.address}/solution/${id}`
    await readHostile(page, address, texts)
    await editHostile(page, address, texts)
  }
  expect(await page.evaluate(() => '__hit' in window)).toBe(false)
  expect(faults).toEqual([])
})

interface Described {
  note?: string
  pipelines?: readonly string[]
}

function metadataOf(name: string, { note = '', pipelines = ['train'] }: Described) {
  return {
    metadata_version: 1.1,
    name,
    description: {
      overview: `What ${name} is for.`,
      problem: 'A **problem**.',
      note,
      contact: 'a@aster.example',
    },
    pipeline: pipelines.map((type) => ({ type, command: ['sh', '-c', 'true'] })),
  }
}

function registerSolution(
  api: Api,
  workspace: Workspace,
  name: string,
  described: Described,
): Promise<Solution> {
  const metadata_json = metadataOf(name, described)
  return api.post(`/api/v1/solutions?workspace_id=${workspace.id}`, { metadata_json })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const table = (page: Page) => page.getByRole('table', { name: 'AI Solution' })

/** Answers a question or closes an alert. */
async function answer(page: Page, title: string, name: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, dialog.getByRole('button', { name, exact: true }))
  await expect(dialog).toBeHidden()
}

async function chooseItem(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(item).toBeVisible()
  await expectAccessible(page)
  const items = await page.getByRole('menuitem').count()
  for (let step = 0; step < items && !(await isFocused(item)); step += 1)
    await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

function isFocused(item: Locator): Promise<boolean> {
  return item.evaluate((element) => element === document.activeElement)
}

async function openCatalogue(page: Page) {
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI Solution' })
  await pressOn(page, entry)
  await expect(page.getByRole('heading', { level: 1, name: 'AI Solution' })).toBeFocused()
}

async function enter(page: Page) {
  await openCatalogue(page)
  await expect(table(page).getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
}

async function search(page: Page) {
  const field = page.getByRole('searchbox', { name: 'Search solutions' })
  await typeInto(page, field, 'ocr')
  await expect(table(page).getByRole('link')).toHaveText(['label-ocr'])
  await expect(page).toHaveURL(/q=ocr/)
  await typeInto(page, field, 'nothing-like-it')
  await expect(page.getByText('No solution matches “nothing-like-it”')).toBeVisible()
  await expectAccessible(page)
  await pressOn(page, button(page, 'Clear search'))
  await expect(table(page).getByRole('link')).toHaveCount(2)
}

async function filter(page: Page) {
  await pressOn(page, button(page, 'Pipeline'))
  await chooseItem(page, 'inference')
  await expect(table(page).getByRole('link')).toHaveText(['vision-inspection'])
  await expect(page).toHaveURL(/pipeline=inference/)
  await pressOn(page, button(page, 'Remove filter Pipeline'))
  await expect(table(page).getByRole('link')).toHaveCount(2)
}

/** The view is saved for the person, so the bare address shows it again. */
async function showThumbnails(page: Page) {
  await tabTo(page, page.getByRole('radio', { name: 'List' }))
  const saved = page.waitForResponse((answered) => answered.url().endsWith('/settings/preferences'))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/view=thumbnails/)
  await saved
  await expectAccessible(page)
  await page.goto(new URL('/solution', page.url()).href)
  await expect(page.getByRole('list', { name: 'AI Solution' }).getByRole('listitem')).toHaveCount(2)
}

async function open(page: Page, name: string) {
  await pressOn(page, link(page, name))
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

async function rate(page: Page) {
  const card = page.getByRole('region', { name: 'Rating' })
  await expectAccessible(page)
  for (const [stars, words] of [
    ['4 stars', '4.0 of 5 stars from 1 member'],
    ['2 stars', '2.0 of 5 stars from 1 member'],
  ] as const) {
    await pressOn(page, card.getByRole('button', { name: stars }))
    await expect(card.getByText(words)).toBeVisible()
  }
  await expect(card.getByRole('status')).toHaveText('You gave 2 of 5.')
}

async function readTabs(page: Page) {
  await page.reload()
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/tab=problem/)
  await expect(page.getByRole('tabpanel', { name: 'Problem' }).locator('strong')).toHaveText('problem')
  await page.keyboard.press('End')
  await expect(page.getByRole('tabpanel', { name: 'Contact' }).getByRole('link')).toHaveText(
    'a@aster.example',
  )
  await expectAccessible(page)
}

async function typeMetadata(page: Page, metadata: object) {
  await tabTo(page, page.getByRole('textbox', { name: 'metadata.json' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(JSON.stringify(metadata, null, 2))
}

async function edit(page: Page) {
  await pressOn(page, button(page, 'Edit'))
  await expect(page.getByRole('heading', { level: 1, name: 'Edit label-ocr' })).toBeFocused()
  await typeMetadata(page, { ...metadataOf('label-ocr', {}), pipeline: [{ type: 'tran' }] })
  await expect(
    page.getByText('pipeline[0].type: The type of a pipeline is "train" or "inference".'),
  ).toBeVisible()
  await expectAccessible(page)
  await typeMetadata(page, metadataOf('label-ocr', { note: 'Reads twice.' }))
  await pressOn(page, button(page, 'Save'))
  await answer(page, 'Save the changes?', 'Save')
  await answer(page, 'Edited Successfully!', 'OK')
  await expect(page.getByRole('heading', { level: 1, name: 'label-ocr' })).toBeVisible()
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tabpanel', { name: 'Note' })).toHaveText('Reads twice.')
}

async function registerVersionOfUsed(page: Page) {
  await openCatalogue(page)
  await open(page, 'vision-inspection')
  await pressOn(page, button(page, 'Edit'))
  await expect(
    page.getByText('Version 2 is in use, so your changes are saved as the next version.'),
  ).toBeVisible()
  await expectAccessible(page)
  await typeMetadata(page, metadataOf('vision-inspection', { note: 'Dark variant.', pipelines: ['train'] }))
  await pressOn(page, button(page, 'Register New Version'))
  await answer(page, 'Create the item(s)?', 'Create')
  await answer(page, 'Created Successfully!', 'OK')
  await expect(page.getByRole('link', { name: /^v 3/ })).toBeVisible()
}

async function compare(page: Page) {
  await pressOn(page, link(page, 'Compare'))
  await expect(page).toHaveURL(/from=2&to=3/)
  const rows = page.getByRole('region', { name: 'Changes from v 2 to v 3' })
  await expect(rows.getByText('removed: "note": "Smaller scratches."')).toBeVisible()
  await tabTo(page, rows)
  await page.keyboard.press('n')
  await expect(page.getByText('Change 1 of 2')).toBeVisible()
  await expectAccessible(page)
  const from = page.getByRole('combobox', { name: 'Compare' })
  await tabTo(page, from)
  await page.keyboard.type('v 1')
  await expect(page).toHaveURL(/from=1&to=3/)
}

async function remove(page: Page) {
  await openCatalogue(page)
  await open(page, 'vision-inspection')
  await pressOn(page, button(page, 'More actions'))
  await chooseItem(page, 'Delete solution')
  await expect(page.getByRole('alertdialog')).toContainText(
    'Deleting vision-inspection also deletes 3 versions, 1 instance and 1 stream',
  )
  await answer(page, 'Delete selected item(s)?', 'Delete')
  await answer(page, 'Deleted Successfully!', 'OK')
  await expect(page.getByRole('list', { name: 'AI Solution' }).getByRole('link')).toHaveText(['label-ocr'])
}

interface Hostile {
  id: string
  texts: readonly string[]
}

/** Stores four solutions, each with a quarter of the texts in every place, two versions, an instance and a stream. */
function storeHostile(api: Api, workspace: Workspace): Promise<Hostile[]> {
  const quarters = [0, 1, 2, 3]
  return Promise.all(
    quarters.map((part) =>
      storePart(
        api,
        workspace,
        part,
        HOSTILE_TEXTS.filter((_, at) => at % quarters.length === part),
      ),
    ),
  )
}

async function storePart(
  api: Api,
  workspace: Workspace,
  part: number,
  texts: readonly string[],
): Promise<Hostile> {
  const name = `hostile-${part}`
  const [first = '', second = ''] = texts
  const metadata_json = {
    ...metadataOf(name, {}),
    description: {
      overview: first,
      detail: texts.map((text) => ({ title: text, content: text })),
      note: texts.join('\n\n'),
      contact: texts.join('\n'),
    },
    pipeline: [
      {
        type: 'train',
        command: ['sh', '-c', 'true'],
        parameters: {
          user_parameters: [
            {
              step: first,
              args: texts.map((text) => ({
                name: text,
                type: 'single_selection',
                description: text,
                selectable: [text, second],
                default: text,
              })),
            },
          ],
        },
      },
    ],
  }
  const query = `workspace_id=${workspace.id}`
  const { id, versions } = await api.post<Solution>(`/api/v1/solutions?${query}`, { metadata_json })
  const short = texts.filter(({ length }) => length <= limits.tag_value)
  const tags = short
    .slice(0, limits.tags)
    .map((text, at) => ({ key: `${at} ${text}`.slice(0, limits.tag_key), value: text }))
  const instance = await api.post<{ id: string }>(`/api/v1/instances?${query}`, {
    name: `${part} ${second}`,
    solution_version_id: versions[0]?.id,
    description: second,
    tags,
  })
  await api.post(`/api/v1/streams?${query}`, { instance_id: instance.id, name: first })
  await api.post(`/api/v1/solutions/${id}/version`, { metadata_json: { ...metadata_json, note: second } })
  return { id, texts }
}

/** Titles that differ only in case and blanks share a tab. */
function wordOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
}

async function readHostile(page: Page, address: string, texts: readonly string[]) {
  await page.goto(address)
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText(texts[0]?.slice(0, 8) ?? '')
  await expect(
    page.getByRole('table', { name: 'Streams' }).getByText(texts[0] ?? '', { exact: true }),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).focus()
  const tabs = page.getByRole('tab')
  const titles = (await tabs.allTextContents()).map(wordOf)
  expect(titles).toEqual(expect.arrayContaining(texts.map(wordOf)))
  // Note and Contact contain every text.
  for (const name of ['Note', 'Contact']) {
    await tabs.filter({ hasText: new RegExp(`^${name}$`) }).click()
    await expect(page.getByRole('tabpanel', { name })).toContainText('__hit')
  }
}

async function editHostile(page: Page, address: string, texts: readonly string[]) {
  await page.goto(`${address}/edit`)
  const form = page.getByRole('region', { name: 'Parameters', exact: true })
  await expect(form.getByText(texts[0] ?? '', { exact: true }).first()).toBeVisible()
  await page.goto(`${address}/edit?tab=changes&from=1&to=2`)
  const rows = page.getByRole('region', { name: 'Changes from v 1 to v 2' })
  await expect(rows).toContainText(JSON.stringify(texts[1]))
}
