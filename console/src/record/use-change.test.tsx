import { createAccount, editAccount, listAccounts, readAccount } from '@podium/contract/calls/accounts.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { q } from '../api/query.ts'
import { accountCalled } from '../features/accounts/testing/accounts-fixture.ts'
import { runsOf } from '../features/runs/testing/sample-objects.ts'
import { type FakeServer, fake, refused } from '../testing/fake.ts'
import { serve } from '../testing/open-console.tsx'
import { Button } from '../ui/button/button.tsx'
import { AlertProvider } from '../ui/dialog/alert-provider.tsx'
import { ConfirmProvider } from '../ui/dialog/confirm-provider.tsx'
import { SnackbarProvider } from '../ui/feedback/snackbar.tsx'
import { type ChangeOptions, useChange } from './use-change.ts'

const account = accountCalled('mina', { id: 'a1' })

type Options = Partial<ChangeOptions<string, unknown>>

const EDIT = 'PATCH /settings/accounts'
const ACCOUNT = 'GET /settings/accounts/a1'
const ACCOUNTS = 'GET /settings/accounts'
const RUNS = 'GET /streamhistories'

function Changer({ options }: { options: Options }) {
  useQuery(q(readAccount, { params: { id: 'a1' } }))
  useQuery(q(listRuns, { query: { workspace_id: 'w1' } }))
  const { change, isBusy } = useChange<string, unknown>({
    outcome: 'edit',
    change: (company, send) => send(editAccount, { body: { id: 'a1', revision: 1, company } }),
    ...options,
  })
  return (
    <Button busy={isBusy} onClick={() => void change('Aster')}>
      Save it
    </Button>
  )
}

async function renderFixture(options: Options, server: FakeServer) {
  const made = serve({
    ...fake(readAccount, { id: 'a1' }, account),
    ...fake(listAccounts, { accounts: [], total: 0 }),
    ...fake(listRuns, runsOf()),
    ...server,
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  // A list that is not on the screen now.
  await queries.prefetchQuery(q(listAccounts))
  render(
    <QueryClientProvider client={queries}>
      <SnackbarProvider>
        <AlertProvider>
          <ConfirmProvider>
            <Changer options={options} />
          </ConfirmProvider>
        </AlertProvider>
      </SnackbarProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(made).toEqual([ACCOUNTS, ACCOUNT, RUNS]))
  return { made, queries, user: userEvent.setup() }
}

const save = () => screen.getByRole('button', { name: 'Save it' })
const alertCalled = (name: string) => screen.findByRole('alertdialog', { name })
const count = (made: readonly string[], call: string) => made.filter((one) => one === call).length

test('reads again only what a change touches, and says that it is done', async () => {
  const { made, queries, user } = await renderFixture({}, fake(editAccount, account))
  await user.click(save())
  await alertCalled('Edited Successfully!')
  await waitFor(() => expect(count(made, ACCOUNT)).toBe(2))
  expect(count(made, RUNS)).toBe(1)
  expect(queries.getQueryState(q(listAccounts).queryKey)?.isInvalidated).toBe(true)
})

test('sends nothing before the question is agreed to, and disables the button while the server works', async () => {
  const { made, user } = await renderFixture(
    { confirm: () => ({ mode: 'edit', detail: 'The company becomes Aster.' }) },
    fake(editAccount, account),
  )
  const button = save()
  await user.click(button)
  const question = await alertCalled('Save the changes?')
  expect(within(question).getByText('The company becomes Aster.')).toBeTruthy()
  expect(button.getAttribute('aria-busy')).toBeNull()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(count(made, EDIT)).toBe(0)
  await user.click(save())
  await user.click(within(await alertCalled('Save the changes?')).getByRole('button', { name: 'Save' }))
  await alertCalled('Edited Successfully!')
  expect(count(made, EDIT)).toBe(1)
})

test('ignores a second press during a change', async () => {
  const { made, user } = await renderFixture({}, fake(editAccount, account))
  await user.dblClick(save())
  await user.click(within(await alertCalled('Edited Successfully!')).getByRole('button', { name: 'OK' }))
  expect(count(made, EDIT)).toBe(1)
})

test('reports a failure with its reason, and reads again what may have changed', async () => {
  const { made, user } = await renderFixture(
    {},
    fake(editAccount, refused(409, 'At least one active administrator must remain.')),
  )
  await user.click(save())
  const alert = await alertCalled('Failed to edit.')
  expect(within(alert).getByText('At least one active administrator must remain.')).toBeTruthy()
  await waitFor(() => expect(count(made, ACCOUNT)).toBe(2))
})

test('does not report a refusal that the screen handles', async () => {
  const refusals: string[] = []
  const { user } = await renderFixture(
    {
      onRefused: (error) => {
        refusals.push(String(error))
        return true
      },
    },
    fake(editAccount, refused(409, 'Taken.')),
  )
  await user.click(save())
  await waitFor(() => expect(refusals).toEqual(['ApiError: Taken.']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('repeats an unanswered change with its key, and an answered one with another', async () => {
  const keys: unknown[] = []
  const answers = [502, 200, 200]
  const { user } = await renderFixture(
    {
      change: (name, send) =>
        send(createAccount, {
          query: { login_type: 'static' },
          body: { username: name, password: 'seven quiet harbours' },
        } as Parameters<typeof send<typeof createAccount>>[1]),
      tell: () => undefined,
    },
    fake(createAccount, ({ headers }) => {
      keys.push(headers['idempotency-key'])
      const status = answers.shift() ?? 200
      return status === 200 ? account : Response.json({}, { status })
    }),
  )
  await user.click(save())
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }))
  for (const count of [2, 3]) {
    await user.click(save())
    await waitFor(() => expect(keys).toHaveLength(count))
  }
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('forgets what was sent and answered, such as a password, when the change is done', async () => {
  const { queries, user } = await renderFixture({}, fake(editAccount, account))
  await user.click(save())
  await alertCalled('Edited Successfully!')
  await waitFor(() =>
    expect(
      JSON.stringify(
        queries
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('Aster'),
  )
})
