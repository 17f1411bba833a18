import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { LogPage, numbered, sourceOf, withoutMeasuring } from './testing/log-page.tsx'

beforeEach(() => {
  withoutMeasuring()
  localStorage.clear()
})

test('goes to the first hit of a search by itself, and to the others with n and N', async () => {
  const lines = numbered(600)
  lines[299] = 'a needle'
  lines[499] = 'another needle'
  render(<LogPage source={sourceOf(lines).source} />)
  await screen.findByText('line 1')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'needle' } })
  await screen.findByRole('link', { name: 'Line 300' })
  fireEvent.keyDown(screen.getByRole('log'), { key: 'n' })
  await screen.findByRole('link', { name: 'Line 500' })
  fireEvent.keyDown(screen.getByRole('log'), { key: 'N' })
  await screen.findByRole('link', { name: 'Line 300' })
})

test('shows the last state of a progress bar', async () => {
  render(<LogPage source={sourceOf(['start', ' 10%|#\r 50%|#####\r100%|##########', 'windows\r']).source} />)
  await screen.findByText('100%|##########')
  screen.getByText('windows')
  expect(screen.queryByText(/50%/)).toBeNull()
})

test('hides the times, and remembers that as it does wrapping', async () => {
  const user = userEvent.setup()
  const { source } = sourceOf(['2026-11-17 14:06:03 INFO begun'])
  const page = render(<LogPage source={source} />)
  await screen.findByText('2026-11-17 14:06:03 INFO begun')
  await user.click(screen.getByRole('button', { name: 'Time' }))
  await screen.findByText('INFO begun')
  await user.click(screen.getByRole('button', { name: 'Wrap' }))
  page.unmount()
  const { container } = render(<LogPage source={source} />)
  await screen.findByText('INFO begun')
  expect(screen.getByRole('button', { name: 'Wrap' }).getAttribute('aria-pressed')).toBe('true')
  expect(await accessibilityFaults(container)).toEqual([])
})

test('leaves the full screen with Escape, and makes the page behind it unreachable', async () => {
  const user = userEvent.setup()
  render(
    <div>
      <button type="button">Behind</button>
      <LogPage source={sourceOf(numbered(5)).source} />
    </div>,
  )
  await screen.findByText('line 5')
  await user.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(screen.getByText('Behind').inert).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.getByText('Behind').inert).toBe(false)
  screen.getByRole('button', { name: 'Full screen' })
})

test('says that a filter is searching, and that it found no line', async () => {
  let answer = () => {}
  const { source } = sourceOf(numbered(5), {
    search: () => new Promise((resolve) => (answer = () => resolve({ hits: [], more: false }))),
  })
  render(<LogPage source={source} />)
  await screen.findByText('line 5')
  await userEvent.click(screen.getByRole('radio', { name: 'Errors' }))
  screen.getByRole('progressbar', { name: 'Looking for errors' })
  await waitFor(() => {
    answer()
    screen.getByText('This log has no errors.')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Show all lines' }))
  await screen.findByText('line 5')
})

test('jumps to a time, and rejects anything else with a sentence', async () => {
  const user = userEvent.setup()
  const lines = Array.from(
    { length: 600 },
    (_, at) => `14:${`${Math.floor(at / 60)}`.padStart(2, '0')}:${`${at % 60}`.padStart(2, '0')} step ${at}`,
  )
  render(<LogPage source={sourceOf(lines).source} />)
  await screen.findByText('14:00:00 step 0')
  await user.click(screen.getByRole('button', { name: 'Jump to time' }))
  const field = screen.getByRole('searchbox', { name: 'Time to jump to' })
  await enterText(user, field, '14:05:30')
  await user.keyboard('{Enter}')
  await screen.findByText('14:05:30 step 330')
  await user.clear(field)
  await enterText(user, field, 'noon')
  await user.keyboard('{Enter}')
  await screen.findByText('Write a time as 14:06:03 or 2026-11-17 14:06.')
  await user.clear(field)
  await enterText(user, field, '13:00')
  await user.keyboard('{Enter}')
  await screen.findByText('The log ends before that time.')
})

test('shows the whole traceback around a linked line', async () => {
  const lines = numbered(600)
  lines.splice(
    300,
    5,
    'Traceback (most recent call last):',
    '  File "main.py", line 3, in main',
    '    fit()',
    '  File "/lib/python3.13/site-packages/sk/fit.py", line 9, in fit',
    'ValueError: empty',
  )
  render(<LogPage source={sourceOf(lines).source} from={[305, 305]} />)
  await screen.findByText('ValueError: empty')
  await screen.findByText('Traceback (most recent call last):')
  screen.getByText('line 300')
})
