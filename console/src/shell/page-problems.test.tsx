import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { unanswered } from '../api/api-error.ts'
import { createSession } from '../session/session.ts'
import { SessionContext } from '../session/use-session.ts'
import { browserPage } from '../ui/browser-page.ts'
import { createNotices } from './notices.ts'
import { createConsoleRouter } from './router.tsx'
import type { Screen } from './screen.ts'

afterEach(() => vi.unstubAllGlobals())

function serveNothing() {
  const server = { isThere: false }
  vi.spyOn(browserPage, 'reload')
    .mockReset()
    .mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return new Response(null)
  })
  return server
}

const notFetched = () =>
  vi.fn().mockRejectedValue(new Error('Failed to fetch dynamically imported module: /assets/page.js'))

function openPage(page: NonNullable<Screen['page']>) {
  const session = createSession(localStorage)
  const queries = new QueryClient()
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
}

test("says why a page's files did not come, and reloads once the server is back", async () => {
  const user = userEvent.setup()
  const server = serveNothing()
  const page = notFetched()
  openPage(page)
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

test('reloads a page whose files did not come when the network is back', async () => {
  const server = serveNothing()
  openPage(notFetched())
  await screen.findByRole('alert')
  server.isThere = true
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(browserPage.reload).toHaveBeenCalledOnce())
})

test('shows a page that could not be read when the server is back', async () => {
  const server = serveNothing()
  openPage(async () => ({
    Page: () => <p>Here it is.</p>,
    load: async () => {
      if (!server.isThere) throw unanswered('The server cannot be reached.', false)
    },
  }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.')
  server.isThere = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Here it is.')).toBeTruthy()
  expect(browserPage.reload).not.toHaveBeenCalled()
})
