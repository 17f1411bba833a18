import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MANAGER, serveRuns } from '../features/runs/testing/fake-runs.ts'
import { openConsole } from '../testing/open-console.tsx'

test('continues the stream of the page before, and reopens a broken one', async () => {
  const server = serveRuns()
  const user = userEvent.setup()
  openConsole('/inferenceModel?view=runs', MANAGER)
  await screen.findByRole('heading', { name: 'Runs', level: 1 })
  await waitFor(() => expect(server.connections()).toBe(1))
  await user.click(screen.getByRole('link', { name: 'AI Solution' }))
  await screen.findByRole('heading', { name: 'AI Solution', level: 1 })
  await waitFor(() => expect(server.calls('GET /solutions/workspace').length).toBeGreaterThan(0))
  await screen.findByRole('link', { name: 'vision' })
  expect(server.connections()).toBe(1)
  server.cut()
  await waitFor(() => expect(server.connections()).toBe(2))
})
