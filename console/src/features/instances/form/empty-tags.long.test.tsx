import { createInstance } from '@podium/contract/calls/instances.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake } from '../../../testing/fake.ts'
import { enterText } from '../../../ui/testing/enter-text.ts'
import { stubLayout } from '../../runs/testing/fake-runs.ts'
import { answer, INSTANCE, openAt } from '../testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

async function openDetails() {
  const opened = openAt(
    '/inferenceModel/instance/new?solution=id-vision&version=4&step=details',
    fake(createInstance, INSTANCE),
  )
  const form = await screen.findByRole('form', { name: 'Instance details' })
  await screen.findByText('This name is available.')
  const sent = () => opened.server.calls('POST /instances').map(({ body }) => body.tags)
  return { ...opened, form: within(form), sent }
}

function countOfTags(): string | null | undefined {
  return screen.getByText('Tags', { selector: 'dt' }).nextElementSibling?.textContent
}

test.each(['Save', 'Save as draft'])(
  'leaves out a row of tags in which nothing was typed when saving %s',
  async (button) => {
    const { form, user, sent } = await openDetails()
    await user.click(form.getByRole('button', { name: 'Tag' }))
    expect(countOfTags()).toBe('0')
    await user.click(form.getByRole('button', { name: 'Tag' }))
    await enterText(user, form.getByRole('textbox', { name: 'Key of tag 2' }), 'plant')
    expect(countOfTags()).toBe('1')
    await user.click(form.getByRole('button', { name: button }))
    if (button === 'Save') await answer(user, 'Create the item(s)?', 'Create')
    await screen.findByRole('alertdialog', { name: /Successfully/ })
    expect(sent()).toEqual([[{ key: 'plant', value: '' }]])
  },
)

test.each(['Save', 'Save as draft'])('asks for the key of a value when saving %s', async (button) => {
  const { form, user, sent } = await openDetails()
  await user.click(form.getByRole('button', { name: 'Tag' }))
  await enterText(user, form.getByRole('textbox', { name: 'Value of tag 1' }), 'north')
  await user.click(form.getByRole('button', { name: button }))
  form.getByText('Please fill out this field.')
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Key of tag 1' })),
  )
  expect(sent()).toEqual([])
})

test('saves no change for an empty row of tags', async () => {
  const { user } = openAt(`/inferenceModel/instance/${INSTANCE.id}?edit=1`)
  const form = within(await screen.findByRole('form', { name: 'Edit Instance' }))
  await user.click(form.getByRole('button', { name: 'Tag' }))
  expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
})
