import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { AlertProvider } from './alert-provider.tsx'
import { ConfirmProvider } from './confirm-provider.tsx'
import { useAlert } from './use-alert.ts'
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
] as const)('%s asks its own question and agrees by its own word', async (mode, prompt, yes) => {
  const answer = await ask(mode)
  expect(screen.getByRole('alertdialog', { name: prompt }).textContent).toContain(
    'label-ocr goes with 3 runs.',
  )
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: yes }))
  await waitFor(() => expect(answer).toHaveBeenCalledWith(true))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what cannot be agreed to now says why, and only Cancel answers', async () => {
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

test('Cancel and Escape both say no, and the focus returns', async () => {
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

test('an unsupported mode is an error', () => {
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

test('alerts wait for OK one after another, and the same one shows once', async () => {
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
