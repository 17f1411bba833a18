import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test as shared } from '../fixtures/shared-server.ts'
import { watch } from '../fixtures/watch.ts'

/** Firefox reports a font whose page was left while it loaded (NS_BINDING_ABORTED), which no page can avoid. */
const LEFT_WITH_ITS_FONT = /^page: download failed \(font-family.*status=2152398850/

/** Playwright sends this command to each new context, but Firefox 153 does not support it. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'

interface BidiSession {
  sessionId: string
  send(command: string, params: object): Promise<unknown>
}

/** The journeys' test in Firefox, where a test also fails on an error or a content policy report of its pages. */
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
 * Clicks a field and presses a key for each character, even those on no keyboard of Playwright. Its `fill` sets the
 * value in a way that React does not notice.
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

/** Returns Playwright's internal object, which sends commands of WebDriver BiDi; the public one sends none. */
function implementationOf<T>(object: Browser | Page): T {
  const { _connection } = object as unknown as { _connection: { toImpl(object: unknown): T } }
  return _connection.toImpl(object)
}
