import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { Checkbox, SelectBox } from './checkbox.tsx'
import { RadioGroup, SegmentedControl } from './radio-group.tsx'
import { Switch } from './switch.tsx'

const modes = [
  { value: 'coupled', label: 'Coupled' },
  { value: 'decoupled', label: 'Decoupled', help: 'Train and inference apart' },
] as const

test('toggles checkbox and switch by their label', async () => {
  render(
    <>
      <Checkbox label="Remember Me" />
      <Switch label="Follow" />
    </>,
  )
  const box = screen.getByRole('checkbox', { name: 'Remember Me' })
  await userEvent.click(screen.getByText('Remember Me'))
  expect(box).toHaveProperty('checked', true)
  const follow = screen.getByRole('switch', { name: 'Follow' })
  await userEvent.click(screen.getByText('Follow'))
  expect(follow).toHaveProperty('checked', true)
})

test('shows a box for some rows as neither on nor off', async () => {
  const change = vi.fn()
  render(<SelectBox label="Select all" checked={false} some onChange={change} />)
  const box = screen.getByRole('checkbox', { name: 'Select all' })
  expect(box).toHaveProperty('indeterminate', true)
  await userEvent.click(box)
  expect(change).toHaveBeenCalledWith(true)
})

function Mode() {
  const [mode, setMode] = useState<'coupled' | 'decoupled'>()
  return <RadioGroup legend="Mode" options={modes} value={mode} onChange={setMode} />
}

test('makes radios one group with one choice', async () => {
  render(<Mode />)
  expect(screen.getByRole('group', { name: 'Mode' })).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: /^Decoupled/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Coupled' }))
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ])
})

test('changes segments by press', async () => {
  const change = vi.fn()
  const segments = [
    { value: 'chart', label: 'Chart' },
    { value: 'table', label: 'Table' },
  ] as const
  render(<SegmentedControl label="Shown as" segments={segments} value="chart" onChange={change} />)
  expect(screen.getByRole('radiogroup', { name: 'Shown as' })).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  expect(change).toHaveBeenCalledWith('table')
})

test('has no accessibility faults in any choice', async () => {
  render(
    <main>
      <Checkbox label="Remember Me" help="On this computer only" disabled />
      <Switch label="Follow" defaultChecked />
      <SelectBox label="Select mina" checked onChange={() => {}} />
      <RadioGroup legend="Mode" options={modes} value="coupled" onChange={() => {}} />
      <SegmentedControl label="Mode" segments={modes} value="coupled" onChange={() => {}} small />
    </main>,
  )
  expect(await accessibilityFaults()).toEqual([])
})
