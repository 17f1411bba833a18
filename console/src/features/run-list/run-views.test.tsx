import { readSession } from '@podium/contract/calls/auth.ts'
import {
  deleteRunView,
  listRunNames,
  listRunViews,
  listStreamsWithRuns,
  saveRunView,
} from '@podium/contract/calls/run-list.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole, sessionOf } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { MANAGER, MEMBER, serveRuns } from '../runs/testing/fake-runs.ts'
import { NO_NAMES } from '../runs/testing/sample-objects.ts'
import type { RunView } from './views/run-view.ts'

const view = (name: string, part: Partial<RunView> = {}): RunView => ({
  id: `id-${name}`,
  name,
  address: 'state=failed&view=runs',
  shared: false,
  own: true,
  created_by: 'Mina Sol',
  ...part,
})
const theirs = view('Control set', {
  own: false,
  shared: true,
  created_by: 'Ines Koch',
  address: 'view=streams&tag=control',
})

/** Opens the list of runs with these saved views; the server stores changes of them. */
function openRuns(saved: RunView[], search = '?view=runs', person = MANAGER) {
  let views = saved
  const server = serveRuns({
    ...fake(readSession, sessionOf(person)),
    ...fake(listRunNames, NO_NAMES),
    ...fake(listStreamsWithRuns, { instances: [], total: 0 }),
    ...fake(listRunViews, () => ({ views })),
    ...fake(saveRunView, ({ body }) => {
      const made = { ...view(String(body.name)), ...body }
      views = [made, ...views.filter(({ id }) => id !== made.id && id !== body.replaces)]
      return made
    }),
    ...Object.assign(
      {},
      ...saved.map(({ id }) =>
        fake(deleteRunView, { id }, () => {
          views = views.filter((one) => one.id !== id)
          return {}
        }),
      ),
    ),
  })
  openConsole(`/inferenceModel${search}`, person)
  const user = userEvent.setup()
  const openMenu = async (name = 'Views') => {
    await user.click(await screen.findByRole('button', { name }))
    return within(await screen.findByRole('menu'))
  }
  return { server, user, openMenu }
}

test('opens a view by its address, marks it while the address is the same, and names its owner', async () => {
  const { user, openMenu } = openRuns([view('Failed'), theirs])
  const menu = await openMenu()
  within(menu.getByRole('menuitem', { name: 'Failed' })).getByText('Only you see it')
  within(menu.getByRole('menuitem', { name: 'Control set' })).getByText('Shared by Ines Koch')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(menu.getByRole('menuitem', { name: 'Failed' }))
  const again = await openMenu('Views: Failed')
  expect(again.getByRole('menuitem', { name: 'Failed' }).getAttribute('aria-current')).toBe('true')
  expect(again.getByRole('menuitem', { name: 'Control set' }).getAttribute('aria-current')).toBeNull()
  await user.click(again.getByRole('menuitem', { name: 'Control set' }))
  await screen.findByRole('heading', { name: 'Streams', level: 1 })
  await screen.findByRole('button', { name: 'Views: Control set' })
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    ws: 'id-poc',
    view: 'streams',
    tag: 'control',
  })
})

test('saves the current list as a view without its page, also for a member', async () => {
  const { server, user, openMenu } = openRuns([], '?view=runs&state=failed&sort=name&cursor=second', MEMBER)
  const menu = await openMenu()
  within(menu.getByRole('menuitem', { name: 'Manage views…' })).getByText('No view is saved yet.')
  await user.click(menu.getByRole('menuitem', { name: 'Save this view…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Share it with everyone in the workspace' }))
  expect(await accessibilityFaults()).toEqual([])
  await enterText(user, dialog.getByRole('textbox', { name: 'Name' }), ' Failed ')
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Views: Failed' })
  expect(server.calls('POST /run-views')[0]?.body).toEqual({
    name: 'Failed',
    address: 'sort=name&state=failed&view=runs',
    shared: true,
  })
})

test('says that a view of the same name will be replaced', async () => {
  const { user, openMenu } = openRuns([view('Failed')])
  const menu = await openMenu()
  await user.click(menu.getByRole('menuitem', { name: 'Save this view…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await enterText(user, dialog.getByRole('textbox', { name: 'Name' }), 'failed')
  dialog.getByText('You already have a view with this name. It will be replaced.')
  dialog.getByRole('button', { name: 'Replace' })
})

test('renames and shares own views only', { tags: ['long'] }, async () => {
  const { server, user, openMenu } = openRuns([view('Failed'), view('Best'), theirs])
  await user.click((await openMenu()).getByRole('menuitem', { name: 'Manage views…' }))
  const manage = within(await screen.findByRole('dialog', { name: 'Manage views' }))
  const others = manage.getByRole('button', { name: 'Rename or share Control set' })
  expect(others.getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(manage.getByRole('button', { name: 'Rename or share Failed' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit view Failed' }))
  const name = edit.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await enterText(user, name, 'best')
  edit.getByText('You already have a view with this name.')
  await user.clear(name)
  await enterText(user, name, 'Failed runs')
  await user.click(edit.getByRole('checkbox', { name: 'Share it with everyone in the workspace' }))
  await user.click(edit.getByRole('button', { name: 'Save' }))
  const changed = within(await screen.findByRole('dialog', { name: 'Manage views' }))
  await changed.findByText('Failed runs')
  changed.getByText('Yours, shared with the workspace')
  await waitFor(() => expect(changed.queryByText('Failed')).toBeNull())
  expect(server.calls('POST /run-views')[0]?.body).toEqual({
    name: 'Failed runs',
    address: 'state=failed&view=runs',
    shared: true,
    replaces: view('Failed').id,
  })
})

test('deletes an own view after a question, and lets no member delete the one of another', {
  tags: ['long'],
}, async () => {
  const { server, user, openMenu } = openRuns([view('Failed'), theirs], '?view=runs', MEMBER)
  await user.click((await openMenu()).getByRole('menuitem', { name: 'Manage views…' }))
  const manage = within(await screen.findByRole('dialog', { name: 'Manage views' }))
  const others = manage.getByRole('button', { name: 'Delete Control set' })
  expect(others.getAttribute('aria-disabled')).toBe('true')
  await user.click(manage.getByRole('button', { name: 'Delete Failed' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' }))
  question.getByText('Only Failed is deleted, no run.')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })).getByRole('button'),
  )
  await waitFor(() => expect(manage.queryByText('Failed')).toBeNull())
  expect(server.calls(`DELETE /run-views/${theirs.id}`)).toEqual([])
})
