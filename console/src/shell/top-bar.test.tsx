import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'

test('shows the page itself as the last step of the breadcrumb', async () => {
  const person = personWith([workspaceCalled('poc')])
  serve({ ...signedIn(person) })
  openConsole('/settings/workspace/register', person, workspaceCalled('poc'))
  const way = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  const steps = within(way).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual(['Settings', 'Workspace', 'New Workspace'])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'page'])
})
