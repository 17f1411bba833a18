import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import type { LogSource } from './log-source.ts'
import { LogPage, numbered, sourceOf, withoutMeasuring } from './testing/log-page.tsx'

beforeEach(() => {
  withoutMeasuring()
  vi.useFakeTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Opens a live log whose searches are spied on, or answered by `search`. */
async function openLive(lines: string[], search?: LogSource['search']) {
  const { source, write } = sourceOf(lines)
  const spied = vi.fn(search ?? source.search)
  render(<LogPage source={{ ...source, search: spied }} live />)
  await pass(0)
  return { search: spied, source, write: (line: string) => act(async () => write(line)) }
}

async function choose(level: 'Errors' | 'Warnings') {
  fireEvent.click(screen.getByRole('radio', { name: level }))
  await pass(200)
}

test('shows a new error while errors are filtered, and searches at most once a second', async () => {
  const { search, write } = await openLive(['[ERROR] one', 'calm'])
  await choose('Errors')
  screen.getByText('[ERROR] one')
  expect(search).toHaveBeenCalledTimes(1)
  await write('[ERROR] two')
  await pass(500)
  await write('[ERROR] three')
  expect(search).toHaveBeenCalledTimes(1)
  await pass(500)
  screen.getByText('[ERROR] two')
  screen.getByText('[ERROR] three')
  await pass(10_000)
  expect(search).toHaveBeenCalledTimes(2)
})

test('shows errors as soon as they are found, before their lines are read', async () => {
  const { source } = sourceOf([...numbered(500), '[ERROR] far'], { bytes: () => new Promise(() => {}) })
  render(<LogPage source={source} />)
  await pass(0)
  await choose('Errors')
  screen.getByText('[ERROR] far')
})

test('marks a search that the page repeats by itself as background', async () => {
  const { search, write } = await openLive(['[ERROR] one'])
  await choose('Errors')
  await write('[ERROR] two')
  await pass(1000)
  expect(search.mock.calls.map(([, , background]) => background)).toEqual([false, true])
})

test('keeps the results while a search is repeated, and when that fails', async () => {
  const lines = ['[ERROR] one']
  const { source } = sourceOf(lines)
  let fail = (_: Error) => {}
  const answers = [
    source.search,
    () => new Promise<never>((_, reject) => (fail = reject)),
    source.search,
  ] as LogSource['search'][]
  const { write } = await openLive(lines, (...asked) => (answers.shift() ?? source.search)(...asked))
  await choose('Errors')
  await write('calm')
  await pass(1000)
  screen.getByText('[ERROR] one')
  expect(screen.getByText('1 line').getAttribute('role')).toBe('status')
  await act(async () => fail(new Error('cut')))
  screen.getByText('[ERROR] one')
  await write('[ERROR] two')
  await pass(1000)
  screen.getByText('[ERROR] two')
})

test('updates the count of hits as the log grows', async () => {
  const { write } = await openLive(['loss 0.5', 'accuracy 0.9'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'loss' } })
  await pass(200)
  screen.getByText('1 of 1')
  await write('loss 0.4')
  await pass(1000)
  screen.getByText('1 of 2')
})

test('says that a level has more lines than one search returns, and does not repeat it', async () => {
  const { search, write } = await openLive(['[ERROR] one', 'calm'], async () => ({
    hits: [{ line: 0, offset: 0, text: '[ERROR] one' }],
    more: true,
  }))
  await choose('Errors')
  screen.getByText('1 line and more')
  await write('[ERROR] two')
  await pass(10_000)
  expect(search).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect(await accessibilityFaults()).toEqual([])
})

test('says why a search failed', async () => {
  await openLive(['[ERROR] one'], () => Promise.reject(new Error('The server cannot be reached.')))
  await choose('Errors')
  screen.getByText('The server cannot be reached.')
})

test('shows the first error, also if a filter would hide it', async () => {
  await openLive([...numbered(100), '[ERROR] late', ...numbered(100)])
  await choose('Warnings')
  expect(screen.queryByText('[ERROR] late')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'First error' }))
  await pass(0)
  await pass(0)
  screen.getByText('[ERROR] late')
})

test('says that a log has no error', async () => {
  await openLive(numbered(5))
  fireEvent.click(screen.getByRole('button', { name: 'First error' }))
  await pass(0)
  screen.getByText('This log has no errors.')
})

test('says why the first error cannot be searched for', async () => {
  await openLive(numbered(5), () => Promise.reject(new Error('The server cannot be reached.')))
  fireEvent.click(screen.getByRole('button', { name: 'First error' }))
  await pass(0)
  screen.getByText('The server cannot be reached.')
})

test('says that the log of an ended run has no times', async () => {
  render(<LogPage source={sourceOf(numbered(5)).source} />)
  await pass(0)
  const time = screen.getByRole('button', { name: 'Time', description: 'This log has no times.' })
  expect(time.getAttribute('aria-pressed')).toBe('false')
  screen.getByRole('button', { name: 'Jump to time', description: 'This log has no times.' })
})

test('offers the times of the log of an ended run', async () => {
  render(<LogPage source={sourceOf(['2026-11-17 14:06:03 [INFO] one', ...numbered(4)]).source} />)
  await pass(0)
  const time = screen.getByRole('button', { name: 'Time' })
  expect([time.getAttribute('aria-disabled'), time.getAttribute('aria-pressed')]).toEqual([null, 'true'])
})
