import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { Tag } from '../text/chip.tsx'
import { Kbd } from '../text/kbd.tsx'
import { ChangeList } from './change-list.tsx'
import { CheckList } from './check-list.tsx'
import { CodeField } from './code-field.tsx'
import { OptionCards, OptionRows } from './options.tsx'
import { Stepper } from './stepper.tsx'
import { StrengthMeter } from './strength-meter.tsx'

test('chooses a tier by its row, and says why one is impossible', async () => {
  const choose = vi.fn()
  render(
    <OptionRows
      legend="Tier"
      value={undefined}
      onChange={choose}
      options={[
        { value: 'high', title: 'High', sub: '16 vCPU', amount: '3 of 8 free' },
        { value: 'low-gpu', title: 'Low-GPU', disabledReason: 'not offered in poc' },
      ]}
    />,
  )
  await userEvent.click(screen.getByText('High'))
  expect(choose).toHaveBeenCalledWith('high')
  const impossible = screen.getByRole('radio', { name: /not offered in poc/ })
  expect(impossible).toHaveProperty('disabled', true)
})

test('chooses a workspace by its card, which is named after it', async () => {
  const choose = vi.fn()
  render(
    <OptionCards
      legend="Workspace"
      value="poc"
      onChange={choose}
      options={[
        { value: 'poc', title: 'poc', sub: '1 member' },
        { value: 'quality', title: 'quality', sub: '3 members' },
      ]}
    />,
  )
  const poc = screen.getByRole('radio', { name: 'poc', description: '1 member' })
  expect(poc).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'quality' }))
  expect(choose).toHaveBeenCalledWith('quality')
})

function Code() {
  const [code, setCode] = useState('')
  return <CodeField label="Code" value={code} onChange={setCode} />
}

test('accepts six digits as a code, typed or pasted', async () => {
  render(<Code />)
  const field = screen.getByRole('textbox', { name: 'Code' })
  await userEvent.type(field, '41a80')
  expect(field).toHaveProperty('value', '4180')
  await userEvent.clear(field)
  await userEvent.paste('418 072 9')
  expect(field).toHaveProperty('value', '418072')
})

test('makes every step reachable', async () => {
  const go = vi.fn()
  render(<Stepper label="New instance" steps={['Solution', 'Details']} current={0} onStep={go} />)
  expect(screen.getByRole('button', { name: /Solution/ }).getAttribute('aria-current')).toBe('step')
  await userEvent.click(screen.getByRole('button', { name: /Details/ }))
  expect(go).toHaveBeenCalledWith(1)
})

test('says in words what colour shows in checks and changes', () => {
  render(
    <>
      <CheckList checks={[{ verdict: 'wrong', title: 'Default outside its range', where: 'line 41' }]} />
      <ChangeList changes={[{ name: 'low-gpu', before: null, after: 'g4dn.xlarge' }]} />
    </>,
  )
  expect(screen.getByRole('listitem').textContent).toBe('Wrong: Default outside its rangeline 41')
  expect(screen.getAllByRole('definition').map((part) => part.textContent)).toEqual(['–', 'g4dn.xlarge'])
})

test('has no accessibility faults in any of them', async () => {
  render(
    <main>
      <OptionRows
        legend="Tier"
        value="high"
        onChange={() => {}}
        options={[{ value: 'high', title: 'High', amount: <Tag>Manager</Tag> }]}
      />
      <OptionCards
        legend="Mode"
        value={undefined}
        onChange={() => {}}
        options={[{ value: 'a', title: 'Coupled', sub: 'Train and inference together' }]}
      />
      <CodeField label="Code" value="41" onChange={() => {}} error="Invalid code" />
      <Stepper label="New instance" steps={['Solution', 'Details']} current={1} onStep={() => {}} />
      <StrengthMeter bars={1} word="too short" />
      <CheckList checks={[{ verdict: 'running', title: 'Upload', detail: '73 %' }]} />
      <ChangeList changes={[{ name: 'role', before: 'Developer', after: 'Member' }]} />
      <Kbd>Esc</Kbd>
    </main>,
  )
  expect(screen.getByRole('img', { name: 'Strength: too short' })).toBeDefined()
  expect(await accessibilityFaults()).toEqual([])
})
