import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../ui/testing/enter-text.ts'
import { LogPage, sourceOf, withoutMeasuring } from './testing/log-page.tsx'

beforeEach(() => {
  withoutMeasuring()
  localStorage.clear()
})

const UP = '\u001b[A'
const inner = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `\rinner ${from + at}${UP}`)

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('shows two nested bars as two rows in their last state, over many blocks', async () => {
  const lines = ['begin', '\router 0', ...inner(0, 95), `\rinner 95${UP}\router 1`, '\rinner end', 'end']
  const { source } = sourceOf(lines)
  render(<LogPage source={source} />)
  await waitFor(() => expect(rows()).toEqual(['1begin', '98outer 1', '99inner end', '100end']))
  screen.getByText(/^100 lines/)
})

test('keeps bars in their rows when they are redrawn while the log is followed', async () => {
  const { source, write } = sourceOf(['begin', '\router 0'])
  render(<LogPage source={source} live />)
  await screen.findByText('outer 0')
  await act(async () => inner(0, 25).forEach(write))
  await waitFor(() =>
    expect(rows().map((row) => row?.replace(/^\d+(?=\D)/, ''))).toEqual(['begin', 'outer 0', 'inner 24']),
  )
  await act(async () => write(`\rinner 25${UP}\router 1`))
  await waitFor(() => expect(rows().at(-2)).toMatch(/outer 1$/))
  expect(rows()).toHaveLength(3)
})

test('goes to the row of a bar for a search of an earlier state, and marks it for a link', async () => {
  const lines = ['begin', '\router 0', ...inner(0, 45), '\rinner end', ...Array(30).fill('after')]
  const { source } = sourceOf(lines)
  const { container } = render(<LogPage source={source} from={[20, 20]} />)
  await screen.findByText('inner end')
  await waitFor(() => expect(container.querySelector('li[class*=marked]')?.textContent).toMatch(/inner end$/))
  await enterText(userEvent.setup(), screen.getByRole('searchbox'), 'inner 30')
  await screen.findByText('1 of 1')
  screen.getByText('inner end')
})

test('copies the lines as they are shown', async () => {
  const lines = ['line 1', '\router 0', ...inner(0, 25), '\rinner end', 'after']
  render(<LogPage source={sourceOf(lines).source} from={[1, 28]} />)
  await screen.findByText('inner end')
  await waitFor(() => expect(rows()).toHaveLength(4))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Copy the marked lines' }))
  await screen.findByText('Copied 3 lines.')
})
