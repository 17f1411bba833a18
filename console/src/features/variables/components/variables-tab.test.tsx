import { listSolutions } from '@podium/contract/calls/solutions.ts'
import {
  deleteVariable,
  listVariables,
  putVariable,
  type Variable,
} from '@podium/contract/calls/variables.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, callsOf, type FakeServer, fake, refused } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { enterText } from '../../../ui/testing/enter-text.ts'
import { solution } from '../../solutions/testing/sample.ts'
import { recordCalled, serverWith } from '../../workspaces/testing/sample-workspaces.ts'

function variableCalled(name: string, part: Partial<Variable> = {}): Variable {
  return {
    name,
    value: 'db.example',
    secret: false,
    solutions: [],
    solution_names: [],
    in_environment: false,
    revision: 3,
    updated_by: 'Ines',
    updated_at: '2026-11-20T10:04:00.000Z',
    problem: '',
    ...part,
  }
}

const { value: _, ...hidden } = variableCalled('DB_PASSWORD', {
  secret: true,
  solutions: ['s1', 's2'],
  solution_names: ['forecast'],
})

function open(variables: Variable[], more: FakeServer = {}) {
  const workspace = workspaceCalled('poc', { role: 'DEVELOPER' })
  const person = personWith([workspace], { role: 'DEVELOPER' })
  serve({
    ...serverWith(recordCalled('poc', { role: 'DEVELOPER' }), person),
    ...fake(listVariables, { id: 'id-poc' }, () => ({ variables, total: variables.length })),
    ...fake(listSolutions, { solutions: [], total: 0 }),
    ...fake(putVariable, { id: 'id-poc', name: 'DB_PASSWORD' }, hidden),
    ...fake(putVariable, { id: 'id-poc', name: 'TOKEN' }, { ...hidden, name: 'TOKEN' }),
    ...fake(deleteVariable, { id: 'id-poc', name: 'DB_PASSWORD' }, { name: 'DB_PASSWORD' }),
    ...more,
  })
  openConsole('/settings/workspace/detail/id-poc?tab=variables', person)
  return userEvent.setup()
}

test('shows variables with their value, secrets without', async () => {
  open([
    variableCalled('DB_HOST'),
    hidden,
    { ...hidden, name: 'OLD', problem: 'It was encrypted with another key.' },
  ])
  const table = await screen.findByRole('table', { name: 'Variables and secrets' })
  await within(table).findByText('DB_HOST')
  const rows = within(table).getAllByRole('row').slice(1)
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 4),
  )
  expect(texts).toEqual([
    ['DB_HOST', 'variable', 'db.example', 'All solutions'],
    ['DB_PASSWORD', 'secret', '••••••••as file', 'forecast, 1 deleted'],
    ['OLD', 'secret', 'It was encrypted with another key.', 'forecast, 1 deleted'],
  ])
  expect(screen.getByRole('link', { name: 'Export JSON' }).getAttribute('href')).toBe(
    '/api/v1/workspaces/id-poc/variables.json',
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('creates a secret, and says what is wrong with a name and a short value', async () => {
  const user = open([])
  await screen.findByText('No variables yet')
  await user.click((await screen.findAllByRole('button', { name: 'New Variable' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'New Variable' })
  await enterText(user, within(dialog).getByLabelText('Name'), 'PODIUM_TOKEN')
  await user.click(within(dialog).getByRole('checkbox', { name: /^Secret/ }))
  await enterText(user, within(dialog).getByLabelText('Value'), 'short')
  expect(within(dialog).getByText(/fewer than 8 characters is not masked/)).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText(/is set by Podium itself/)).toBeTruthy()
  await user.clear(within(dialog).getByLabelText('Name'))
  await enterText(user, within(dialog).getByLabelText('Name'), 'TOKEN')
  await enterText(user, within(dialog).getByLabelText('Value'), '-and-longer')
  await user.click(within(dialog).getByRole('checkbox', { name: /^Also in the environment/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('The secret TOKEN.')
  await user.click(within(question).getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Created Successfully!')).toBeTruthy()
  expect(bodiesOf(putVariable)[0]).toEqual({
    value: 'short-and-longer',
    secret: true,
    in_environment: true,
    solutions: [],
  })
})

test('keeps value and solutions of an edited secret unless others are typed', async () => {
  const user = open([hidden])
  await user.click(await screen.findByRole('button', { name: /DB_PASSWORD/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit DB_PASSWORD' })
  expect((within(dialog).getByLabelText('Value') as HTMLTextAreaElement).value).toBe('')
  await user.click(within(dialog).getByRole('checkbox', { name: /^Also in the environment/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Edited Successfully!')).toBeTruthy()
  expect(bodiesOf(putVariable)[0]).toEqual({ secret: true, in_environment: true, revision: 3 })
})

test('opens a variable of one solution with that solution', async () => {
  const user = open(
    [variableCalled('DB_HOST', { solutions: ['s2'], solution_names: ['demand'] })],
    fake(listSolutions, {
      solutions: [solution('crane', { id: 's1' }), solution('demand', { id: 's2' })],
      total: 2,
    }),
  )
  await user.click(await screen.findByRole('button', { name: /DB_HOST/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit DB_HOST' })
  await within(dialog).findByRole('option', { name: 'demand' })
  expect(within(dialog).getByLabelText('For')).toHaveProperty('value', 's2')
})

test("says that a variable's solution is deleted, and keeps it when something else is changed", {
  tags: ['long'],
}, async () => {
  const user = open([{ ...hidden, solutions: ['gone'], solution_names: [] }])
  await user.click(await screen.findByRole('button', { name: /DB_PASSWORD/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit DB_PASSWORD' })
  expect(within(dialog).getByLabelText('For')).toHaveProperty('value', 'gone')
  expect(within(dialog).getByRole('option', { name: 'A deleted solution', selected: true })).toBeTruthy()
  await user.click(within(dialog).getByRole('checkbox', { name: /^Also in the environment/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Edited Successfully!')).toBeTruthy()
  expect(bodiesOf(putVariable)[0]).toMatchObject({ solutions: ['gone'] })
})

test('says what a deletion entails', async () => {
  const user = open([hidden])
  await user.click(await screen.findByRole('button', { name: /DB_PASSWORD/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Runs that have started keep it. Its value cannot be restored.')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted Successfully!')).toBeTruthy()
  expect(callsOf(deleteVariable)).toHaveLength(1)
})

test('says that a list cannot be read', async () => {
  open([], fake(listVariables, { id: 'id-poc' }, refused(500, 'The database did not answer.')))
  expect(await screen.findByText(/The database did not answer/)).toBeTruthy()
})
