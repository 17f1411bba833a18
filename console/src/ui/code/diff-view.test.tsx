import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { DiffView } from './diff-view.tsx'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)
const BEFORE = numbered(30).join('\n')
const AFTER = numbered(30)
  .map((line, at) => (at === 9 ? 'line ten' : line))
  .toSpliced(24, 1)
  .join('\n')

const rows = () => screen.getByRole('region', { name: 'Changes' })

test('names removed and added lines in words, and marks the changed word', async () => {
  render(<DiffView label="Changes" before={BEFORE} after={AFTER} />)
  const text = rows().textContent ?? ''
  expect(text).toContain('removed: line 10')
  expect(text).toContain('added: line ten')
  expect(text).toContain('removed: line 25')
  expect([...rows().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['10', 'ten'])
  expect(screen.getByText('+1')).toBeTruthy()
  expect(screen.getByText('−2')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('folds and counts equal lines, and opens them on demand', async () => {
  render(<DiffView label="Changes" before={BEFORE} after={AFTER} />)
  const folds = within(rows()).getAllByRole('button')
  expect(folds.map((fold) => fold.textContent)).toEqual([
    'lines 1 to 6 are the same (6)',
    'lines 14 to 21 are the same (8)',
  ])
  expect(rows().textContent).not.toContain('line 15')
  await userEvent.click(screen.getByRole('button', { name: /^lines 14 to 21/ }))
  expect(rows().textContent).toContain('line 15')
})

test('moves between changes by N and P, and stops at the ends', async () => {
  const user = userEvent.setup()
  render(<DiffView label="Changes" before={BEFORE} after={AFTER} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('2 changes')
  rows().focus()
  await user.keyboard('n')
  expect(status.textContent).toBe('Change 1 of 2')
  expect(rows().querySelector('[aria-current]')?.textContent).toContain('line ten')
  await user.keyboard('nn')
  expect(status.textContent).toBe('Change 2 of 2')
  await user.keyboard('p')
  expect(status.textContent).toBe('Change 1 of 2')
  await user.click(screen.getByRole('button', { name: 'Next change' }))
  expect(status.textContent).toBe('Change 2 of 2')
})

test('says that two equal texts do not differ', async () => {
  render(<DiffView label="Changes" before={BEFORE} after={BEFORE} />)
  expect(screen.getByText('Nothing differs.', { selector: 'p' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next change' }).getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityFaults()).toEqual([])
})
