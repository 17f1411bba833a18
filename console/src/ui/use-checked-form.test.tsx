import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'
import { useCheckedForm } from './use-checked-form.ts'

function Form() {
  const { values, errors, change, show, refOf } = useCheckedForm({ name: '', bucket: '' }, ['name', 'bucket'])
  return (
    <>
      {(['name', 'bucket'] as const).map((field) => (
        <TextField
          key={field}
          ref={refOf(field)}
          label={field}
          value={values[field]}
          error={errors[field]}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
      <button
        type="button"
        onClick={() =>
          show(values.name === '' ? { name: 'No name.', bucket: 'No bucket.' } : { bucket: 'No.' })
        }
      >
        Save
      </button>
    </>
  )
}

test('the first bad field is focused, and a message goes when its own field is edited', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
  await user.keyboard('n')
  expect(screen.queryByText('No name.')).toBeNull()
  expect(screen.getByText('No bucket.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('bucket'))
})
