import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createSession } from '../session/session.ts'
import { SessionContext } from '../session/use-session.ts'
import { browserPage } from '../ui/browser-page.ts'
import { createNotices } from './notices.ts'
import { createConsoleRouter } from './router.tsx'

test('a page whose files do not come says why, and is loaded anew once the server is back', async () => {
  const user = userEvent.setup()
  const server = { isThere: false }
  vi.spyOn(browserPage, 'reload').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return new Response(null)
  })
  const session = createSession(localStorage)
  const queries = new QueryClient()
  const page = vi
    .fn()
    .mockRejectedValue(new Error('Failed to fetch dynamically imported module: /assets/page.js'))
  window.history.replaceState(null, '', '/somewhere')
  const router = createConsoleRouter({
    screens: [{ path: '/somewhere', title: '', access: 'signed-out', crumbs: [], bare: true, page }],
    menu: [],
    deps: { session, queries, notices: createNotices(), started: Promise.resolve() },
  })
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionContext>,
  )
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toContain('The server cannot be reached.')
  expect(problem.textContent).not.toContain('module')

  const times = page.mock.calls.length
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(page.mock.calls.length).toBeGreaterThan(times))
  expect(browserPage.reload).not.toHaveBeenCalled()

  server.isThere = true
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(browserPage.reload).toHaveBeenCalledOnce())
})
