import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchField } from '../table/toolbar.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { HelpTip } from '../tooltip/tooltip.tsx'
import { FormSection } from './form-frame.tsx'
import { SelectField } from './select.tsx'
import { SliderField } from './slider-field.tsx'
import { ActionField, PasswordField, TextAreaField, TextField } from './text-field.tsx'

test('names a field by its label alone, and describes it by error and help', () => {
  render(
    <TextField
      label="Bucket Name"
      mark="optional"
      help="Made during install."
      error="Bucket name needs to be at least 2 characters."
      defaultValue="a"
    />,
  )
  const field = screen.getByRole('textbox', { name: 'Bucket Name' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(described(field)).toEqual(['Bucket name needs to be at least 2 characters.', 'Made during install.'])
})

test('does not describe a field without a fault by one', () => {
  render(<TextField label="ID" />)
  const field = screen.getByRole('textbox', { name: 'ID' })
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(field.getAttribute('aria-describedby')).toBeNull()
})

test('shows and hides the password, and keeps what was typed', async () => {
  render(<PasswordField label="Password" />)
  const field = screen.getByLabelText('Password', { exact: true, selector: 'input' })
  await userEvent.type(field, 'correct horse')
  expect(field.getAttribute('type')).toBe('password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  await userEvent.click(toggle)
  expect(field.getAttribute('type')).toBe('text')
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(toggle)
  expect(field.getAttribute('type')).toBe('password')
  expect(field).toHaveProperty('value', 'correct horse')
})

test('shows the action inside the field and reads out its verdict', async () => {
  const check = vi.fn()
  const field = (good?: string, checking = false) => (
    <ActionField
      label="Workspace Name"
      action="Check Duplicate"
      onAction={check}
      good={good}
      checking={checking}
    />
  )
  const { rerender } = render(field())
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(check).toHaveBeenCalledTimes(1)
  rerender(field(undefined, true))
  await userEvent.click(screen.getByRole('button', { name: 'Check Duplicate' }))
  expect(check).toHaveBeenCalledTimes(1)
  rerender(field('This ID is available.'))
  expect(screen.getByText('This ID is available.').closest('[aria-live="polite"]')).not.toBeNull()
  expect(described(screen.getByRole('textbox', { name: 'Workspace Name' }))).toEqual([
    'This ID is available.',
  ])
})

function Epochs() {
  const [value, setValue] = useState('40')
  return <SliderField label="epochs" min={1} max={200} step={1} value={value} onChange={setValue} />
}

test('keeps number and slider in one value, as typed', async () => {
  render(<Epochs />)
  const number = screen.getByRole('textbox', { name: 'epochs' })
  const slider = screen.getByRole('slider', { name: 'epochs, slider' })
  expect(slider).toHaveProperty('value', '40')
  await userEvent.clear(number)
  await userEvent.type(number, '12')
  expect(slider).toHaveProperty('value', '12')
  await userEvent.type(number, 'x')
  expect(number).toHaveProperty('value', '12x')
  expect(slider).toHaveProperty('value', '1')
})

test('offers the options of a select, and reports what is typed in a search', async () => {
  const choose = vi.fn()
  const search = vi.fn()
  render(
    <>
      <SelectField
        label="Account Type"
        placeholder="Select"
        options={[
          { value: 'ADMIN', label: 'Admin' },
          { value: 'DEVELOPER', label: 'Developer' },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
        defaultValue=""
      />
      <SearchField label="Search accounts" placeholder="Search ID, name or email" onChange={search} />
    </>,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account Type' }), 'Developer')
  expect(choose).toHaveBeenCalledWith('DEVELOPER')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'ops')
  expect(search).toHaveBeenLastCalledWith('ops')
})

test('has no accessibility faults in any field, with and without a fault', async () => {
  render(
    <form>
      <FormSection title="Information" tip={<HelpTip of="Information">About it</HelpTip>}>
        <TextField label="ID" error="ID is required." required />
        <TextField
          label="URL"
          mono
          readOnly
          defaultValue="https://"
          tip={<HelpTip of="URL">Later</HelpTip>}
        />
        <TextAreaField label="Description" help="At most 250 characters." />
        <PasswordField label="Password" error="Password is required." />
        <ActionField label="Name" action="Check Duplicate" onAction={() => {}} good="This ID is available." />
        <SelectField label="Tier" options={[{ value: 'high', label: 'High' }]} />
        <SliderField label="dropout" min={0} max={1} step={0.1} value="0.2" onChange={() => {}} />
        <SliderField
          label="rate"
          step={null}
          min={0}
          max={1}
          value="2"
          onChange={() => {}}
          error="At most 1."
        />
        <SearchField label="Search" />
      </FormSection>
    </form>,
  )
  expect(await accessibilityFaults()).toEqual([])
})

function described(element: Element): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '')
}
