import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import { freePort } from '../../scripts/free-ports.mjs'
import { type Api, signIn } from '../fixtures/api.ts'
import { beginDay, type Day, HOUR, MINUTE } from '../fixtures/day.ts'
import * as seed from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { openAs } from '../fixtures/sign-in.ts'

/** A dead connection is noticed after 40 seconds, attempts to reopen it are 5 seconds apart, server checks 30. */
const SOON = 90_000
/** How long the pages are observed between two events. */
const WHILE = 20 * MINUTE
/** The page of a live run reads it, and perhaps its files, four times a minute, more often than any other page. */
const MAX_SEEN = 3 * 20 * 4
/** A hidden tab reads once a minute: its notifications, failed runs, and the one to three queries on its page. */
const MAX_HIDDEN = 3 * 60 * 5
/** The additional requests of an event: each page reads its content again, and checks if the server is back. */
const MAX_OF_EVENT = 150

const TALKING = `i=0
while :; do
  i=$((i + 1))
  until [ -e "go-$i" ]; do sleep 0.1; done
  echo "line $i"
done
`
const ENDING = 'until [ -e end ]; do sleep 0.1; done\n'

/** Every second of the pages' day is simulated, which takes minutes. */
test.setTimeout(20 * MINUTE)

let server: PodiumServer
test.afterEach(() => server.stop())

test('keeps the list of runs, a live log and the overview correct, light and quiet through a day of sleeps, restarts and sign-ins', {
  tag: '@long',
}, async ({ page: list, context }) => {
  const port = await freePort()
  const settings = { ...seed.asAdmin, port }
  server = await startPodium(settings)
  const root = await signIn(server.address, seed.admin.id, seed.admin.password)
  const workspace = await seed.makeWorkspace(root, 'day')
  const person = await seed.makeAccount(root, 'mina')
  await seed.addMember(root, workspace, person, 'MANAGER')
  const api = await signIn(server.address, person.id, person.password)
  const runs = await startRuns(api, workspace, server.home)
  const day = await beginDay(context, server.address)
  const restart = async (whileAway: () => Promise<void>) => {
    await server.stop()
    await whileAway()
    server = await startPodium({ ...settings, home: server.home })
  }

  const log = await context.newPage()
  const home = await context.newPage()
  await openAs(list, day.address, person, `/inferenceModel?view=runs&ws=${workspace.id}`, workspace)
  await log.goto(`${day.address}/inferenceModel/run/${runs.talking}?ws=${workspace.id}&log=process`)
  await home.goto(`${day.address}/overview?ws=${workspace.id}`)
  for (const page of [list, log, home]) await day.watch(page)
  const expectTrue = () => expectWhatTheServerSays({ list, log, home }, runs)

  /** Runs an event, during which one run ends and another prints something. */
  async function through(event: string, happens: (change: () => Promise<void>) => Promise<void>) {
    await test.step(event, async () => {
      await happens(runs.goOn)
      await day.pass(SOON)
      await expectTrue()
      day.expectQuiet(event, MAX_OF_EVENT + MAX_HIDDEN)
      await day.pass(WHILE)
      await expectTrue()
      day.expectQuiet(`after ${event}`, MAX_SEEN + MAX_OF_EVENT)
      await day.weigh()
    })
  }

  async function endSession(change: () => Promise<void>) {
    await api.send('DELETE', `/api/v1/settings/accounts/${person.account_id}/sessions`)
    await change()
    for (const page of [list, log, home]) await expect(page).toHaveURL(/\/auth\/login/)
    await list.getByRole('button', { name: 'OK' }).click()
    await list.getByLabel('ID', { exact: true }).fill(person.id)
    await list.getByLabel('Password', { exact: true }).fill(person.password)
    await list.getByLabel('Password', { exact: true }).press('Enter')
    await expect(list).toHaveURL(/view=runs/)
    await expect(log).toHaveURL(new RegExp(runs.talking))
    await expect(home).toHaveURL(/\/overview/)
  }

  await through('nothing', (change) => change())
  await through('the end of the session', endSession)
  await through('a sleep of the laptop', async (change) => {
    day.forgetConnections()
    await change()
    await day.sleep(3 * HOUR)
  })
  await through('another network', async (change) => {
    day.cutConnections()
    await context.setOffline(true)
    await change()
    await day.pass(10 * MINUTE)
    await context.setOffline(false)
  })
  await through('a firewall that forgets the connections', async (change) => {
    day.forgetConnections()
    await change()
  })
  await through('a restart of the server', async (change) => {
    await change()
    await restart(() => day.pass(5 * MINUTE))
  })
  await through('hours behind other tabs, and a restart meanwhile', async (change) => {
    await day.hide()
    await day.passHidden(4 * HOUR, MAX_HIDDEN)
    await restart(() => day.passHidden(5 * MINUTE, MAX_HIDDEN))
    await change()
    await day.show()
  })
  await through('a session that is about to end', async (change) => {
    await expectWarning(day, list)
    await change()
  })
  await through('a new release', (change) => expectRelease(day, list, change))
  await through('the end of the next session', endSession)
  await day.hide()
  await day.passHidden(12 * HOUR, MAX_HIDDEN)
  await day.show()
  await runs.goOn()
  await through('a night', (change) => change())
  day.expectFlat()
  expect(day.faults()).toEqual([])
  day.close()
})

interface Runs {
  api: Api
  workspace: string
  talking: string
  said: () => number
  goOn: () => Promise<void>
}

/** Starts a run that prints, one that waits for its end, and one that waits for its turn. */
async function startRuns(api: Api, workspace: Workspace, home: string): Promise<Runs> {
  let said = 0
  const tell = (run: string, file: string) =>
    writeFile(`${home}/runs/${workspace.id}/${run}/1/cwd/${file}`, '')
  const start = async (name: string, script: string) => {
    await seed.register(api, workspace, await seed.scriptSolution(name, script))
    return seed.makeStream(api, workspace, name)
  }
  const talking = (await seed.startRun(api, await start('talking', TALKING))).id
  const ending = await start('ending', ENDING)
  const waiting: string[] = []
  const startNext = async () => waiting.push((await seed.startRun(api, ending)).id)
  await startNext()
  await startNext()

  async function goOn() {
    const next = waiting.shift() ?? ''
    await seed.runUntil(api, talking, ({ state }) => state === 'running')
    await seed.runUntil(api, next, ({ state }) => state === 'running')
    said += 1
    await tell(talking, `go-${said}`)
    await tell(next, 'end')
    await seed.ended(api, next)
    await startNext()
  }
  await goOn()
  return { api, workspace: workspace.id, talking, said: () => said, goOn }
}

interface Pages {
  list: Page
  log: Page
  home: Page
}

/** Expects the pages to show the server's present answers. New runs are counted above the list, whose rows stay. */
async function expectWhatTheServerSays({ list, log, home }: Pages, { api, workspace, said }: Runs) {
  await expect(async () => {
    const { stream_histories } = await api.get<{ stream_histories: RunInfo[] }>(
      `/api/v1/streamhistories?workspace_id=${workspace}&sort=-created_at&page_size=20`,
    )
    const states = stream_histories.map(({ name, state }) => `${name} ${shownState(state)}`)
    const listed = await statesIn(list, 'Runs')
    const areMore = await list.getByText(/\d+ new runs?\./).isVisible()
    expect({ listed, areMore }).toEqual({
      listed: states.slice(-listed.length),
      areMore: listed.length < states.length,
    })
    expect(await statesIn(home, 'Recent runs')).toEqual(states.slice(0, 6))
  }).toPass({ timeout: 30_000 })
  await expect(log.getByRole('log').getByText(/^line \d+$/)).toHaveCount(said())
  for (const page of [list, log, home]) {
    await expect(page.getByText(/connection lost/i)).toBeHidden()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
}

/** Returns the runs of a table with their states. */
async function statesIn(page: Page, table: string): Promise<string[]> {
  const rows = await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts()
  return rows.flatMap((row) => {
    const name = /^\S+-\d+$/m.exec(row)?.[0]
    const state = /^\s*(queued|training|succeeded)/m.exec(row)?.[1]
    return name === undefined ? [] : [`${name} ${state}`]
  })
}

/** Warns the person, who stays signed in. */
async function expectWarning(day: Day, page: Page) {
  const session = '**/api/v1/auth/session'
  await page.route(session, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ends_in_s: 100 } })
  })
  const dialog = page.getByRole('alertdialog', { name: 'Your session ends in two minutes' })
  for (let minute = 0; minute < 70 && !(await dialog.isVisible()); minute += 1) await day.pass(MINUTE)
  await expect(dialog).toBeVisible()
  await page.unroute(session)
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeHidden()
}

/** Removes the previous build: the page continues, and says that it was updated when it fetches more. */
async function expectRelease(day: Day, page: Page, change: () => Promise<void>) {
  const old = '**/assets/*.js'
  await page.route(old, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await change()
  await day.pass(MINUTE)
  await page.getByRole('link', { name: 'Data Sets' }).click()
  await expect(page.getByText('The console was updated in the meantime.')).toBeVisible()
  await page.unroute(old)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Retry' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Data Sets', level: 1 })).toBeVisible()
  await page.goBack()
}
