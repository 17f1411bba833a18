import { endOtherSessions, endSession, listSessions } from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { openProfile, otherSession, scriptSession, sessionNow } from './testing/profile-fixture.ts'

const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

test('describes each session, and marks this one', async () => {
  openProfile('?tab=sessions')
  await screen.findByText('Firefox 145 on Linux')
  expect(within(rowOf('Firefox 145 on Linux')).getByText('this session')).toBeTruthy()
  expect(within(rowOf('Firefox 145 on Linux')).queryByRole('button')).toBeNull()
  expect(within(rowOf('curl 8.5.0')).getByText('program')).toBeTruthy()
  expect(screen.getByText('3 of 20')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('ends one session, then all others', async () => {
  const user = userEvent.setup()
  let sessions = [sessionNow, otherSession, scriptSession]
  openProfile('?tab=sessions', {
    ...fake(listSessions, { id: 'a1' }, () => ({ sessions, total: sessions.length })),
    ...fake(endSession, { id: 'a1', session: 's2' }, () => {
      sessions = sessions.filter(({ id }) => id !== 's2')
      return { id: 's2' }
    }),
    ...fake(endOtherSessions, { id: 'a1' }, () => {
      sessions = [sessionNow]
      return { done: 1 }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'End Chrome 142 on Windows' }))
  expect((await screen.findAllByText('Ended Chrome 142 on Windows.')).length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('button', { name: 'End the other' }))
  await waitFor(() => expect(screen.queryByText('curl 8.5.0')).toBeNull())
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull()
})

test('says why a session cannot be ended', async () => {
  const user = userEvent.setup()
  openProfile('?tab=sessions')
  await user.click(await screen.findByRole('button', { name: 'End curl 8.5.0' }))
  const alert = await screen.findByRole('alertdialog', { name: 'The session could not be ended.' })
  expect(within(alert).getByText('There is nothing here that you may see.')).toBeTruthy()
})

test('reads the sessions again after a failure', async () => {
  openProfile('?tab=sessions', fake(listSessions, { id: 'a1' }, refused(500, 'No answer.')))
  expect(await screen.findByText('The sessions could not be read')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})
