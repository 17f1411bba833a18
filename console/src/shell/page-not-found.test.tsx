import { readVersions } from '@podium/contract/calls/system.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake } from '../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'

const person = personWith([workspaceCalled('poc')])

test.each([
  ['of a person who is signed in', person],
  ['of nobody', null],
])('says that an address %s is not a page, and leads on', async (_, visitor) => {
  serve({ ...signedIn(person) })
  openConsole('/settings/nowhere', visitor)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  expect(document.title).toBe('Page not found · Podium')
  expect(screen.queryByText(/PODIUM_PUBLIC_URL/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to Overview' }))
  await screen.findByRole('heading', { name: visitor ? 'Overview' : 'Login', level: 1 })
})

test('names the missing setting for an address below an unknown path, even without a server', async () => {
  serve(fake(readVersions, Response.json('<p>another site</p>', { status: 404 })))
  openConsole('/podium/solution/1', null)
  expect(
    await screen.findByText(/below \/podium of this site, its administrator sets PODIUM_PUBLIC_URL/),
  ).toBeDefined()
})

test("leads from the console's address to the overview", async () => {
  serve({ ...signedIn(person) })
  openConsole('/', person)
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
})
