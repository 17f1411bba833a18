import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { SwitchCard } from './switch.tsx'
import { TagEditor, type TagPair } from './tag-editor.tsx'

function Editor({ first = [], errors = {} }: { first?: TagPair[]; errors?: Record<string, string> }) {
  const [tags, setTags] = useState(first)
  return (
    <>
      <TagEditor
        label="Tags"
        mark="optional"
        max={2}
        full="Maximum 2 tags."
        {...{ tags, errors }}
        onChange={setTags}
      />
      <output>{JSON.stringify(tags)}</output>
    </>
  )
}
const told = () => JSON.parse(screen.getByRole('status').textContent ?? '')

test('adds tags by keyboard, up to the limit', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Key of tag 1' })),
  )
  await user.keyboard('plant')
  await user.tab()
  await user.keyboard('<b>north</b>')
  expect(told()).toEqual([{ key: 'plant', value: '<b>north</b>' }])
  await user.click(screen.getByRole('button', { name: 'Tag' }))
  expect(screen.getByText('2 of 2')).toBeTruthy()
  const add = screen.getByRole('button', { name: 'Tag' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await user.click(add)
  expect(told()).toHaveLength(2)
  expect(await accessibilityFaults()).toEqual([])
})

test('keeps keys typed at once after a tag was added in that tag', () => {
  render(<Editor />)
  fireEvent.click(screen.getByRole('button', { name: 'Tag' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Key of tag 1' }))
})

test('removes a tag without changing the others, and focuses the button that adds one', async () => {
  const user = userEvent.setup()
  render(
    <Editor
      first={[
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ]}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Remove tag 1' }))
  expect(told()).toEqual([{ key: 'b', value: '2' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tag' })))
})

test('shows an error at its tag', async () => {
  render(<Editor first={[{ key: '', value: '1' }]} errors={{ '0.key': 'Please fill out this field.' }} />)
  const key = screen.getByRole('textbox', { name: 'Key of tag 1' })
  expect(key.getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(key.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Please fill out this field.')
  expect(screen.getByRole('textbox', { name: 'Value of tag 1' }).getAttribute('aria-invalid')).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

function Mode({ disabledReason }: { disabledReason?: string }) {
  const [on, setOn] = useState(false)
  return (
    <SwitchCard title="Train" sub="Runs may train." {...{ on, disabledReason }} onChange={setOn}>
      <p>Parameters</p>
    </SwitchCard>
  )
}

test('opens the fields of a switch while it is on', async () => {
  const user = userEvent.setup()
  render(<Mode />)
  expect(screen.queryByText('Parameters')).toBeNull()
  await user.tab()
  await user.keyboard(' ')
  expect(screen.getByRole('switch', { name: 'Train' })).toHaveProperty('checked', true)
  expect(screen.getByText('Parameters')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('says why a switch cannot be turned on', async () => {
  render(<Mode disabledReason="This version has no train pipeline." />)
  expect(screen.getByRole('switch', { name: 'Train' })).toHaveProperty('disabled', true)
  expect(screen.getByText('This version has no train pipeline.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})
