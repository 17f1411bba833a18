import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { useAlert } from '../use-alert.ts'
import { AlertProvider } from './alert-provider.tsx'
import { ConfirmProvider } from './confirm-provider.tsx'
import { type ConfirmMode, confirmWords, useConfirm } from './use-confirm.ts'

function Asker({ mode, onAnswer }: { mode: ConfirmMode; onAnswer: (agreed: boolean) => void }) {
  const confirm = useConfirm()
  return (
    <Button onClick={async () => onAnswer(await confirm(mode, 'label-ocr goes with 3 runs.'))}>Ask</Button>
  )
}

async function ask(mode: ConfirmMode) {
  const answer = vi.fn()
  render(
    <main>
      <ConfirmProvider>
        <Asker mode={mode} onAnswer={answer} />
      </ConfirmProvider>
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('alertdialog')
  return answer
}

test.each([
  ['add', 'Add the item(s)?', 'Add'],
  ['create', 'Create the item(s)?', 'Create'],
  ['edit', 'Save the changes?', 'Save'],
  ['delete', 'Delete selected item(s)?', 'Delete'],
  ['unlock', 'Unlock selected item(s)?', 'Unlock'],
  ['return', 'Are you sure you want to return to the previous page?', 'Return'],
] as const)('asks the question of %s and agrees by its own word', async (mode, prompt, yes) => {
  const answer = await ask(mode)
  expect(screen.getByRole('alertdialog', { name: prompt }).textContent).toContain(
    'label-ocr goes with 3 runs.',
  )
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: yes }))
  await waitFor(() => expect(answer).toHaveBeenCalledWith(true))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('says why a question cannot be agreed to, and lets only Cancel answer', async () => {
  const answer = vi.fn()
  function Barred() {
    const confirm = useConfirm()
    return (
      <Button onClick={async () => answer(await confirm('delete', 'All.', 'A run is live.'))}>Ask</Button>
    )
  }
  render(
    <main>
      <ConfirmProvider>
        <Barred />
      </ConfirmProvider>
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  const yes = await screen.findByRole('button', { name: 'Delete', description: 'A run is live.' })
  await userEvent.click(yes)
  expect(answer).not.toHaveBeenCalled()
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(answer).toHaveBeenCalledWith(false))
})

test('says no on Cancel and Escape, and returns the focus', async () => {
  const answer = await ask('delete')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' })))
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('alertdialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  expect(answer).toHaveBeenLastCalledWith(false)
})

test('throws for an unsupported mode', () => {
  expect(() => confirmWords('archive' as ConfirmMode)).toThrow(
    "The confirmation mode 'archive' is not supported.",
  )
  expect(() => confirmWords('toString' as ConfirmMode)).toThrow('is not supported')
})

function Alerter() {
  const showAlert = useAlert()
  return (
    <Button
      onClick={() => {
        showAlert('error', 'Your session has expired. Please login again')
        showAlert('error', 'Your session has expired. Please login again')
        showAlert('success', 'Created Successfully!')
      }}
    >
      Fail
    </Button>
  )
}

test('shows alerts one after another, and equal ones once', async () => {
  render(
    <main>
      <AlertProvider>
        <Alerter />
      </AlertProvider>
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Fail' }))
  await screen.findByRole('alertdialog', { name: 'Your session has expired. Please login again' })
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await screen.findByRole('alertdialog', { name: 'Created Successfully!' })
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

/** A form beside which an alert opens by itself, as one about the session does. */
function Form({ onSent, onAlert }: { onSent: () => void; onAlert: (show: () => void) => void }) {
  const showAlert = useAlert()
  onAlert(() => void showAlert('error', 'Your session has expired. Please login again'))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSent()
      }}
    >
      <input aria-label="Password" />
    </form>
  )
}

async function openBeside(keys: string) {
  const sent = vi.fn()
  let alert = () => {}
  render(
    <main>
      <AlertProvider>
        <Form
          onSent={sent}
          onAlert={(show) => {
            alert = show
          }}
        />
      </AlertProvider>
    </main>,
  )
  await userEvent.type(screen.getByLabelText('Password'), keys)
  act(() => alert())
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Your session has expired. Please login again',
  })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return { dialog, sent }
}

test('ignores an Enter that was meant for the field in which a person types when an alert opens', async () => {
  const { dialog, sent } = await openBeside('secret')
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('alertdialog')).toBe(dialog)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('closes an alert that an Enter raised by the next Enter, not by the one that is held', async () => {
  const { sent } = await openBeside('secret{Enter}')
  expect(sent).toHaveBeenCalledOnce()
  const ok = screen.getByRole('button', { name: 'OK' })
  expect(document.activeElement).toBe(ok)
  expect(fireEvent.keyDown(ok, { key: 'Enter', repeat: true })).toBe(false)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
