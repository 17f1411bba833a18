import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import type { LineRange } from './line-range.ts'
import type { LogSource } from './log-source.ts'
import { LogViewer } from './log-viewer.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

function sourceOf(lines: string[]) {
  const text = () => lines.map((line) => `${line}\n`).join('')
  let onLines: (offset: number, text: string) => void = () => {}
  const source: LogSource = {
    async index(from) {
      const offsets = lines.map((_, at) => lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0))
      return {
        size: text().length,
        lines: lines.length,
        every: 10,
        from,
        offsets: offsets.filter((_, at) => at % 10 === 0 && at >= from),
      }
    },
    bytes: async (from, to) => new TextEncoder().encode(text()).slice(from, to),
    search: async (wanted) => ({
      hits: lines.flatMap((line, at) =>
        line.toLowerCase().includes(wanted.toLowerCase()) ? [{ line: at, text: line }] : [],
      ),
      more: false,
    }),
    follow(_from, on) {
      onLines = on.lines
      return () => {}
    },
    downloadUrl: '/log',
    fileName: 'run-1-process.log',
  }
  const write = (line: string) => {
    const offset = text().length
    lines.push(line)
    onLines(offset, `${line}\n`)
  }
  return { source, write }
}

function Page({
  source,
  live = false,
  from = null,
}: {
  source: LogSource
  live?: boolean
  from?: LineRange | null
}) {
  const [marked, setMarked] = useState(from)
  return (
    <LogViewer
      name="process.log"
      source={source}
      live={live}
      empty="Nothing written yet."
      marked={marked}
      onMark={setMarked}
    />
  )
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)

test('a log is shown as a focusable region with a number for each line', async () => {
  const { source } = sourceOf(numbered(5))
  const { container } = render(<Page source={source} />)
  await screen.findByText('line 5')
  expect(screen.getByRole('log', { name: 'process.log' })).toHaveProperty('tabIndex', 0)
  expect(screen.getByRole('link', { name: 'Line 3' })).toHaveProperty('hash', '#L3')
  expect(await accessibilityFaults(container)).toEqual([])
})

test('lines arrive while the run goes on, without being asked for', async () => {
  const { source, write } = sourceOf(numbered(3))
  render(<Page source={source} live />)
  await screen.findByText('line 3')
  write('epoch 4/10')
  await screen.findByText('epoch 4/10')
})

test('an empty log says so', async () => {
  render(<Page source={sourceOf([]).source} />)
  await screen.findByText('Nothing written yet.')
})

test('search counts its hits and marks them', async () => {
  const { source } = sourceOf(['loss 0.5', 'accuracy 0.9', 'loss 0.4'])
  render(<Page source={source} />)
  await screen.findByText('accuracy 0.9')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in process.log' }), 'LOSS')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 of 2'))
  await userEvent.click(screen.getByRole('button', { name: 'Next hit' }))
  expect(screen.getByRole('status').textContent).toBe('2 of 2')
  expect(document.querySelectorAll('mark')).toHaveLength(2)
})

test('the level filter shows only the lines of that level', async () => {
  const { source } = sourceOf(['[INFO] a', '[ERROR] broken', '[INFO] b'])
  render(<Page source={source} />)
  await screen.findByText('[INFO] a')
  await userEvent.click(screen.getByRole('radio', { name: 'Errors' }))
  await waitFor(() => expect(screen.queryByText('[INFO] a')).toBeNull())
  await screen.findByText('[ERROR] broken')
})

test('a line can be marked, and the mark extended with Shift', async () => {
  const { source } = sourceOf(numbered(9))
  render(<Page source={source} />)
  await screen.findByText('line 9')
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Line 3' }))
  screen.getByText('Line 3 marked')
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('link', { name: 'Line 6' }))
  await user.keyboard('{/Shift}')
  screen.getByText('Lines 3 to 6 marked')
})

test('what a program prints is shown as text', async () => {
  const { source } = sourceOf(['<img src=x onerror=alert(1)>'])
  render(<Page source={source} />)
  await screen.findByText('<img src=x onerror=alert(1)>')
  expect(document.querySelector('img')).toBeNull()
})
