import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { FormColumns, FormFields, FormFrame, FormSidebar, SaveBar } from './form-frame.tsx'
import { TextField } from './text-field.tsx'

test('names a form and the column beside it, saves on Enter, and lets the browser send nothing', async () => {
  const save = vi.fn()
  render(
    <main>
      <FormColumns length="long">
        <FormFrame label="New Account" onSubmit={save}>
          <FormFields>
            <TextField label="ID" />
          </FormFields>
          <SaveBar>
            <Button type="submit">Save</Button>
          </SaveBar>
        </FormFrame>
        <FormSidebar label="What it may do">Nothing yet.</FormSidebar>
      </FormColumns>
    </main>,
  )
  const form = screen.getByRole('form', { name: 'New Account' })
  const sent = new Promise<boolean>((told) => {
    document.addEventListener('submit', (event) => told(!event.defaultPrevented), { once: true })
  })
  await userEvent.type(screen.getByLabelText('ID'), 'kim{Enter}')
  expect(await sent).toBe(false)
  expect(save).toHaveBeenCalledTimes(1)
  expect(form).toHaveProperty('method', 'post')
  expect(screen.getByRole('complementary', { name: 'What it may do' }).textContent).toBe('Nothing yet.')
  expect(await accessibilityFaults()).toEqual([])
})
