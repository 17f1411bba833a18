import { createInstance } from '@podium/contract/calls/instances.ts'
import { listSolutions, readSolution, readVersion } from '@podium/contract/calls/solutions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../../testing/fake.ts'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { enterText } from '../../../ui/testing/enter-text.ts'
import { stubLayout } from '../../runs/testing/fake-runs.ts'
import { SOLUTION, VERSION } from '../../runs/testing/sample-objects.ts'
import { answer, openAt } from '../testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const GONE = 'vision v 4 was deleted in the meantime.'

const other = { ...SOLUTION, id: 'id-other', name: 'other' }

async function openGone() {
  let left = [SOLUTION]
  const opened = openAt('/inferenceModel/instance/new?solution=id-vision&version=4&step=details', {
    ...fake(listSolutions, () => ({ solutions: left, total: left.length })),
    ...fake(readSolution, { id: 'id-other' }, other),
    ...fake(
      readVersion,
      { id: 'id-other', n: 4 },
      {
        ...VERSION,
        id: 'id-other-4',
        solution_id: 'id-other',
      },
    ),
    ...fake(createInstance, () => {
      left = [other]
      return refused(404, 'There is nothing here that you may see.')
    }),
  })
  const form = within(await screen.findByRole('form', { name: 'Instance details' }))
  await screen.findByText('This name is available.')
  await enterText(opened.user, form.getByRole('textbox', { name: 'Description' }), 'Mine.')
  return { ...opened, form }
}

test('says that a solution was deleted in the meantime, and disables Save with the reason', {
  tags: ['long'],
}, async () => {
  const { form, user } = await openGone()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  await form.findByText(GONE, { selector: 'b' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Mine.')
  for (const name of ['Save', 'Save as draft']) {
    const button = form.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.parentElement?.textContent).toContain(GONE)
  }
  expect(await accessibilityFaults()).toEqual([])
})

test('keeps what was typed when another solution is chosen', { tags: ['long'] }, async () => {
  const { form, user } = await openGone()
  await user.click(form.getByRole('button', { name: 'Save as draft' }))
  await user.click(await form.findByRole('button', { name: 'Select another AI solution' }))
  const other = await screen.findByRole('radio', { name: 'other' })
  await waitFor(() => expect(other).toHaveProperty('checked', true))
  expect(screen.queryByRole('radio', { name: 'vision' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  const again = within(await screen.findByRole('form', { name: 'Instance details' }))
  expect(again.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Mine.')
  expect(again.queryByText(GONE)).toBeNull()
  expect(again.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull()
})
