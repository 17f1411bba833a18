import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import type { LineRange } from './components/line-range.ts'
import type { LogSource } from './log-source.ts'
import { LogPage, numbered, sourceOf, withoutMeasuring } from './testing/log-page.tsx'

beforeEach(withoutMeasuring)

async function copy(source: LogSource, from: LineRange | null = null) {
  const user = userEvent.setup()
  const page = render(<LogPage source={source} from={from} />)
  await screen.findByText('line 1')
  await user.click(screen.getByRole('button', { name: from ? 'Copy the marked lines' : /in view$/ }))
  return page
}

test('copies all marked lines, also those that were never in view', async () => {
  const { container } = await copy(sourceOf(numbered(600)).source, [1, 500])
  await screen.findByText('Copied 500 lines.')
  expect((await navigator.clipboard.readText()).split('\n')).toEqual(numbered(500))
  expect(await accessibilityFaults(container)).toEqual([])
})

test('ends a mark beyond the end with the last line', async () => {
  await copy(sourceOf(numbered(5)).source, [1, 999_999_999])
  await screen.findByText('Copied 5 lines.')
  expect(await navigator.clipboard.readText()).toBe(numbered(5).join('\n'))
})

test('says that a mark after the end has no lines', async () => {
  await copy(sourceOf(numbered(5)).source, [7, 9])
  await screen.findByText('None of the marked lines is in the log.')
})

test('copies only the visible lines without a mark', async () => {
  await copy(sourceOf(numbered(600)).source)
  await screen.findByText('Copied 19 lines.')
  expect((await navigator.clipboard.readText()).split('\n')).toEqual(numbered(19))
})

test('copies only the lines of the filter', async () => {
  const user = userEvent.setup()
  const lines = numbered(600).map((line, at) => (at % 100 === 99 ? `[ERROR] ${line}` : line))
  render(<LogPage source={sourceOf(lines).source} />)
  await screen.findByText('line 1')
  await user.click(screen.getByRole('radio', { name: 'Errors' }))
  await screen.findByText('[ERROR] line 100')
  await user.click(screen.getByRole('button', { name: 'Copy the lines in view' }))
  await screen.findByText('Copied 6 lines.')
  expect(await navigator.clipboard.readText()).toBe(
    [1, 2, 3, 4, 5, 6].map((at) => `[ERROR] line ${at}00`).join('\n'),
  )
})

test('shows no tools for an empty log', async () => {
  render(<LogPage source={sourceOf([]).source} />)
  await screen.findByText('No lines')
  expect(screen.queryByRole('button', { name: 'Copy the lines in view' })).toBeNull()
})

const TOO_MUCH = /^That is too much to copy: .* Download the log instead\.$/

test('suggests a download for too many lines to copy', async () => {
  await copy(sourceOf(numbered(20_001)).source, [1, 20_001])
  await screen.findByText(TOO_MUCH)
})

test('suggests a download for too many bytes to copy', async () => {
  const long = 'x'.repeat(100_000)
  await copy(sourceOf(['line 1', ...Array.from({ length: 99 }, () => long)]).source, [1, 100])
  await screen.findByText(TOO_MUCH)
})

test('does not copy lines that cannot be read as blank ones', async () => {
  const { source } = sourceOf(numbered(600))
  const bytes: LogSource['bytes'] = async (from, to, signal) => {
    if (from > 3000) throw new Error('The server cannot be reached.')
    return source.bytes(from, to, signal)
  }
  userEvent.setup()
  await navigator.clipboard.writeText('from before')
  await copy({ ...source, bytes }, [1, 500])
  await screen.findByText('The server cannot be reached.')
  expect(await navigator.clipboard.readText()).toBe('from before')
})

test('says that the browser refused to copy when it has no clipboard, as over plain http', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  render(<LogPage source={sourceOf(numbered(5)).source} />)
  await screen.findByText('line 1')
  await user.click(screen.getByRole('button', { name: 'Copy the lines in view' }))
  await screen.findByText('The browser refused to copy. Download the log instead.')
})
