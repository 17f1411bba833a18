import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TagEditor } from './tag-editor.tsx'
import { TextField } from './text-field.tsx'
import { useFields } from './use-fields.ts'

function Form() {
  const { values, field, fill, show } = useFields({ name: '', bucket: '' }, ({ name, bucket }) => ({
    ...(name.length < 2 && { name: 'Too short a name.' }),
    ...(bucket !== name && { bucket: 'Another bucket.' }),
  }))
  return (
    <>
      {(['name', 'bucket'] as const).map((name) => (
        <TextField key={name} {...field(name)} label={name} />
      ))}
      <button
        type="button"
        onClick={() =>
          show(values.name === '' ? { name: 'No name.', bucket: 'No bucket.' } : { bucket: 'No.' })
        }
      >
        Save
      </button>
      <button type="button" onClick={() => fill({ name: '' })}>
        Begin anew
      </button>
    </>
  )
}

test('focuses the first invalid field, and removes a message when its field is edited', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
  await user.keyboard('na')
  expect(screen.queryByText('No name.')).toBeNull()
  expect(screen.getByText('No bucket.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('bucket'))
})

afterEach(() => {
  vi.useRealTimers()
})

test('validates a field shortly after a key, together with one that its verdict depends on', () => {
  vi.useFakeTimers()
  render(<Form />)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  type('name', 'n')
  pass(4)
  expect(screen.queryByText('Too short a name.')).toBeNull()
  pass(1)
  expect(screen.getByText('Too short a name.')).toBeTruthy()
  expect(screen.queryByText('Another bucket.')).toBeNull()
  type('name', 'na')
  type('bucket', 'n')
  pass(5)
  expect(screen.queryByText('Too short a name.')).toBeNull()
  expect(screen.getByText('Another bucket.')).toBeTruthy()
  type('name', 'n')
  expect(screen.queryByText('Another bucket.')).toBeNull()
})

test('validates a field when it is left, but shows no message while a pointer is down', () => {
  vi.useFakeTimers()
  render(<Form />)
  const pass = () => act(() => vi.advanceTimersByTime(5))
  fireEvent.pointerDown(document.body)
  fireEvent.blur(screen.getByLabelText('name'))
  pass()
  expect(screen.queryByText('Too short a name.')).toBeNull()
  fireEvent.pointerUp(document.body)
  pass()
  expect(screen.getByText('Too short a name.')).toBeTruthy()
})

test('does not validate values that nobody typed', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.type(screen.getByLabelText('name'), 'n')
  expect(await screen.findByText('Too short a name.')).toBeTruthy()
  screen.getByRole('button', { name: 'Begin anew' }).click()
  await waitFor(() => expect(screen.queryByText('Too short a name.')).toBeNull())
})

const first = { name: 'one', tags: [{ key: '', value: 'north' }] }

function TagsForm() {
  const { values, errors, frame, field, change, show, rebase } = useFields(first, () => ({}))
  return (
    <div ref={frame}>
      <TextField {...field('name')} label="name" />
      <TagEditor
        label="Tags"
        tags={values.tags}
        onChange={(tags) => change({ tags })}
        max={6}
        full="Enough."
        errors={{ '0.key': errors['tags.0.key'] }}
      />
      <button type="button" onClick={() => show({ 'tags.0.key': 'No key.' })}>
        Save
      </button>
      <button type="button" onClick={() => rebase({ name: 'two', tags: [{ key: 'site', value: 'south' }] })}>
        Rebase
      </button>
    </div>
  )
}

test('focuses the part of a field that a message is about, and removes it when the field is edited', async () => {
  const user = userEvent.setup()
  render(<TagsForm />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const key = screen.getByRole('textbox', { name: 'Key of tag 1' })
  expect(screen.getByText('No key.')).toBeTruthy()
  expect(document.activeElement).toBe(key)
  await user.type(key, 's')
  expect(screen.queryByText('No key.')).toBeNull()
})

test('gives an untouched list the values of another record, and keeps an edited one', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<TagsForm />)
  await user.type(screen.getByLabelText('name'), '!')
  await user.click(screen.getByRole('button', { name: 'Rebase' }))
  expect(screen.getByLabelText('name')).toHaveProperty('value', 'one!')
  expect(screen.getByRole('textbox', { name: 'Value of tag 1' })).toHaveProperty('value', 'south')
  unmount()
  render(<TagsForm />)
  await user.type(screen.getByRole('textbox', { name: 'Key of tag 1' }), 'plant')
  await user.click(screen.getByRole('button', { name: 'Rebase' }))
  expect(screen.getByLabelText('name')).toHaveProperty('value', 'two')
  expect(screen.getByRole('textbox', { name: 'Key of tag 1' })).toHaveProperty('value', 'plant')
})

function Overtaken({ onRebase }: { onRebase: (rebase: () => void) => void }) {
  const { field, rebase } = useFields({ name: 'one' }, () => ({}))
  return (
    <>
      <TextField {...field('name')} label="name" />
      <button type="button" onClick={() => onRebase(() => rebase({ name: 'theirs' }))}>
        Save
      </button>
    </>
  )
}

test('keeps text typed during a save that turns out to be stale', async () => {
  const user = userEvent.setup()
  let overtake = () => {}
  render(<Overtaken onRebase={(rebase) => (overtake = rebase)} />)
  await user.type(screen.getByLabelText('name'), ' two')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(screen.getByLabelText('name'), ' three')
  act(overtake)
  expect(screen.getByLabelText('name')).toHaveProperty('value', 'one two three')
})
