import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test as shared } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

/** Firefox reports the font of a page that was left while it came (NS_BINDING_ABORTED), which no page can help. */
const LEFT_WITH_ITS_FONT = /^page: download failed \(font-family.*status=2152398850/

/** Playwright sends this command to each new context, and Firefox 153 does not know it. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'

interface BidiSession {
  sessionId: string
  send(command: string, params: object): Promise<unknown>
}

/** The journeys' test in Firefox, where each test also fails for an error or a report of the content policy on its pages. */
export const test = shared.extend<{ faults: string[] }>({
  browser: [
    async ({ browser }, use) => {
      leaveOutUnknownCommand(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  faults: [
    async ({ page }, use) => {
      const faults = watch(page)
      await use(faults)
      expect(faults.filter((fault) => !LEFT_WITH_ITS_FONT.test(fault))).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Clicks a field and presses a key for each character, also for those that no keyboard of Playwright has. Its `fill` sets
 * the value in a way that React does not see.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  const session = implementationOf<{ delegate: { _session: BidiSession } }>(field.page()).delegate._session
  const presses = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await session.send('input.performActions', {
    context: session.sessionId,
    actions: [{ type: 'key', id: 'characters', actions: presses }],
  })
}

function leaveOutUnknownCommand(browser: Browser): void {
  const { _browserSession } = implementationOf<{ _browserSession: BidiSession }>(browser)
  const send = _browserSession.send.bind(_browserSession)
  _browserSession.send = async (command, params) => (command === UNKNOWN_COMMAND ? {} : send(command, params))
}

/** Playwright's own half of an object, which sends commands of WebDriver BiDi; its public half sends none. */
function implementationOf<T>(object: Browser | Page): T {
  const { _connection } = object as unknown as { _connection: { toImpl(object: unknown): T } }
  return _connection.toImpl(object)
}
