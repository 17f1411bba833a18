import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { FilterChoice } from './filter-choice.tsx'

function Status({ onChange }: { onChange: (value: string | undefined) => void }) {
  const [value, setValue] = useState<string>()
  return (
    <main>
      <FilterChoice
        name="Status"
        values={{ true: 'Locked', false: 'Active' }}
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
      />
    </main>
  )
}

test('chooses a filter from its values, shows it by its label, and removes it', async () => {
  const onChange = vi.fn()
  render(<Status onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Active' }))
  expect(await screen.findByText('Active', { selector: 'b' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Status' })).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
  expect(screen.getByRole('button', { name: 'Status' })).toBeTruthy()
  expect(onChange.mock.calls).toEqual([['false'], [undefined]])
})

test('shows a value without a label as it is', () => {
  render(<FilterChoice name="Tag" values={{}} value="line=3" onChange={() => {}} />)
  expect(screen.getByText('line=3')).toBeTruthy()
})
