import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { SnackbarProvider, useSnackbar } from './snackbar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const undo = vi.fn()

function Speaker() {
  const { showSnackbar } = useSnackbar()
  return (
    <>
      <Button onClick={() => showSnackbar('2 runs deleted', { action: { label: 'Undo', onPress: undo } })}>
        Say
      </Button>
      <Button onClick={() => showSnackbar('Copying was refused by the browser', { tone: 'bad' })}>
        Fail
      </Button>
    </>
  )
}

function speak() {
  render(
    <SnackbarProvider>
      <main>
        <Speaker />
      </main>
    </SnackbarProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Say' }))
}

function shown(text: string): boolean {
  return screen.queryAllByText(text).some((element) => element.closest('[role=status]'))
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('shows a sentence for 5 seconds', () => {
  speak()
  pass(4999)
  expect(shown('2 runs deleted')).toBe(true)
  pass(1)
  expect(shown('2 runs deleted')).toBe(false)
})

test('waits while somebody points at it', async () => {
  speak()
  const item = screen.getByText('Undo').parentElement as HTMLElement
  await act(async () => fireEvent.pointerEnter(item))
  pass(20_000)
  expect(shown('2 runs deleted')).toBe(true)
  await act(async () => fireEvent.pointerLeave(item))
  pass(5000)
  expect(shown('2 runs deleted')).toBe(false)
})

test('runs its action once and disappears', () => {
  speak()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledTimes(1)
  expect(shown('2 runs deleted')).toBe(false)
})

test('stacks several in one polite region, without accessibility faults', async () => {
  speak()
  fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
  expect(shown('2 runs deleted')).toBe(true)
  expect(shown('Copying was refused by the browser')).toBe(true)
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite')
  vi.useRealTimers()
  expect(await accessibilityFaults()).toEqual([])
})
