import { createStream, listStreams } from '@podium/contract/calls/streams.ts'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { stubLayout } from '../runs/testing/fake-runs.ts'
import { streamCalled } from '../runs/testing/sample-objects.ts'
import { answer, INSTANCE, openAt } from './testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})

const named = (...names: string[]) =>
  fake(listStreams, () => ({ streams: names.map((name) => streamCalled(name)), total: names.length }))

async function openDialog(stream: string, title: string, over: Parameters<typeof openAt>[1]) {
  const opened = openAt(`/inferenceModel/instance/${INSTANCE.id}?stream=${stream}`, over)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { ...opened, name, dialog: within(screen.getByRole('dialog', { name: title })) }
}

async function retype(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

test('says before the question that a stream name is taken on the instance', async () => {
  const { dialog, user, name } = await openDialog('new', 'New Stream', named('line-3', 'line-4'))
  await dialog.findByText('This name is available.')
  await retype(user, name, 'LINE-4')
  await dialog.findByText('This name is not available.')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(name)
  await retype(user, name, 'line')
  await dialog.findByText('This name is available.')
})

test('offers a free name', async () => {
  const { name } = await openDialog('new', 'New Stream', named('vision-line-3', 'vision-line-3-2'))
  expect(name.value).toBe('vision-line-3-3')
})

test('lets a stream keep its own name', async () => {
  const { dialog, user, name } = await openDialog('id-line-3', 'Edit Stream', named('line-3'))
  await user.click(dialog.getByRole('button', { name: 'Check Duplicate' }))
  await dialog.findByText('This name is available.')
  await retype(user, name, 'Line-3')
  expect(dialog.queryByText('This name is not available.')).toBeNull()
})

test('shows a refusal as it is that only begins like that of a taken name', async () => {
  const sentence = 'A stream named line-4 is being removed right now.'
  const { dialog, user, name } = await openDialog('new', 'New Stream', {
    ...named('line-3'),
    ...fake(createStream, refused(409, sentence)),
  })
  await retype(user, name, 'line-4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await answer(user, 'Create the item(s)?', 'Create')
  expect(await answer(user, 'Failed to create.', 'OK')).toContain(sentence)
  expect(dialog.queryByText('This name is not available.')).toBeNull()
})
