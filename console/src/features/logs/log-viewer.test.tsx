import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import type { LogSource } from './log-source.ts'
import { LogPage, numbered, sourceOf, withoutMeasuring } from './testing/log-page.tsx'

beforeEach(withoutMeasuring)

test('shows a log as a focusable region with a number for each line', async () => {
  const { source } = sourceOf(numbered(5))
  const { container } = render(<LogPage source={source} />)
  await screen.findByText('line 5')
  expect(screen.getByRole('log', { name: 'process.log' })).toHaveProperty('tabIndex', 0)
  expect(screen.getByRole('link', { name: 'Line 3' })).toHaveProperty('hash', '#L3')
  expect(await accessibilityFaults(container)).toEqual([])
})

test('shows new lines of a live run without a request', async () => {
  const { source, write } = sourceOf(numbered(3))
  render(<LogPage source={source} live />)
  await screen.findByText('line 3')
  write('epoch 4/10')
  await screen.findByText('epoch 4/10')
})

test('says that a log is empty', async () => {
  render(<LogPage source={sourceOf([]).source} />)
  await screen.findByText('The program printed nothing.')
})

test('counts and marks the hits of a search', async () => {
  const { source } = sourceOf(['loss 0.5', 'accuracy 0.9', 'loss 0.4'])
  render(<LogPage source={source} />)
  await screen.findByText('accuracy 0.9')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in process.log' }), 'LOSS')
  await screen.findByText('1 of 2')
  await userEvent.click(screen.getByRole('button', { name: 'Next hit' }))
  expect(screen.getByText('2 of 2').getAttribute('role')).toBe('status')
  expect(document.querySelectorAll('mark')).toHaveLength(2)
})

test('shows only the lines of the filtered level', async () => {
  const { source } = sourceOf(['[INFO] a', '[ERROR] broken', '[INFO] b'])
  render(<LogPage source={source} />)
  await screen.findByText('[INFO] a')
  await userEvent.click(screen.getByRole('radio', { name: 'Errors' }))
  await waitFor(() => expect(screen.queryByText('[INFO] a')).toBeNull())
  await screen.findByText('[ERROR] broken')
})

test('marks a line, and extends the mark with Shift', async () => {
  const { source } = sourceOf(numbered(9))
  render(<LogPage source={source} />)
  await screen.findByText('line 9')
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Line 3' }))
  screen.getByText('Line 3 marked')
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('link', { name: 'Line 6' }))
  await user.keyboard('{/Shift}')
  screen.getByText('Lines 3 to 6 marked')
})

test('shows the output of a program as text', async () => {
  const { source } = sourceOf(['<img src=x onerror=alert(1)>'])
  render(<LogPage source={source} />)
  await screen.findByText('<img src=x onerror=alert(1)>')
  expect(document.querySelector('img')).toBeNull()
})

test('says that lines cannot be read, and offers to try again', async () => {
  const { source } = sourceOf(numbered(5))
  let asked = 0
  const bytes: LogSource['bytes'] = (from, to, signal) => {
    asked += 1
    if (asked > 50) return new Promise(() => {})
    return asked === 1
      ? Promise.reject(new Error('The server cannot be reached.'))
      : source.bytes(from, to, signal)
  }
  const { container } = render(<LogPage source={{ ...source, bytes }} />)
  expect((await screen.findByText('The server cannot be reached.')).getAttribute('role')).toBe('status')
  expect(await accessibilityFaults(container)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('line 5')
  expect(screen.queryByText('The server cannot be reached.')).toBeNull()
})
