import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { TextField } from '../form/text-field.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { HelpTip } from '../tooltip/tooltip.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

function Opener(props: Partial<DialogProps>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        title="Welcome, Create a Workspace!"
        lead="A workspace keeps solutions, runs and members together."
        {...props}
        open={isOpen}
        onClose={() => {
          props.onClose?.()
          setOpen(false)
        }}
        footer={<Button onClick={() => setOpen(false)}>Cancel</Button>}
      >
        <TextField
          label="Workspace Name"
          tip={<HelpTip of="Workspace Name">The namespace of the project.</HelpTip>}
        />
      </Dialog>
    </main>
  )
}

async function open(props: Partial<DialogProps> = {}) {
  render(<Opener {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.findByRole(props.role ?? 'dialog', { name: 'Welcome, Create a Workspace!' })
}

async function gone() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('names a dialog by its title, moves the focus into it and back', async () => {
  const dialog = await open()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await gone()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('focuses the first visible field', async () => {
  render(
    <Dialog open onClose={() => {}} title="Remove the second factor">
      <input type="text" autoComplete="username" defaultValue="kim" readOnly hidden />
      <TextField label="Current Password" />
    </Dialog>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current Password')))
})

test('closes by Escape and by a press outside', async () => {
  const close = vi.fn()
  await open({ onClose: close })
  await userEvent.keyboard('{Escape}')
  await gone()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(outsideOf(dialog))
  await gone()
  expect(close).toHaveBeenCalledTimes(2)
})

test('keeps a persistent dialog open on presses outside, and treats Escape as Cancel', async () => {
  const close = vi.fn()
  const dialog = await open({ persistent: true, onClose: close })
  await userEvent.click(outsideOf(dialog))
  expect(screen.getByRole('dialog')).toBe(dialog)
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await gone()
  expect(close).toHaveBeenCalledTimes(1)
})

test('keeps a sealed dialog open on Escape', async () => {
  const close = vi.fn()
  const dialog = await open({ sealed: true, onClose: close })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(outsideOf(dialog))
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('submits a dialog that is a form by Enter in a field', async () => {
  const submit = vi.fn()
  await open({ onSubmit: submit })
  await userEvent.type(screen.getByRole('textbox', { name: 'Workspace Name' }), 'poc{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
})

test('has no accessibility faults in dialog and drawer', async () => {
  await open({ width: 1000 })
  expect(await accessibilityFaults()).toEqual([])
})

test('closes the drawer by its button and by Escape', async () => {
  const close = vi.fn()
  render(
    <Drawer open onClose={close} label="Navigation">
      <a href="/overview">Overview</a>
    </Drawer>,
  )
  await screen.findByRole('dialog', { name: 'Navigation' })
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(2)
})

function outsideOf(dialog: HTMLElement): HTMLElement {
  const around = dialog.parentElement
  if (!around) throw new Error('The dialog stands nowhere.')
  return around
}
