import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { AlertProvider } from '../dialog/alert-provider.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { TextField } from '../form/text-field.tsx'
import { enterText } from '../testing/enter-text.ts'
import { lazyDialog, lazyPart } from './lazy.tsx'

const UNREACHABLE = 'The server cannot be reached.'
const server = { isThere: true }
const DIALOGS = { '../dialog/alert-dialog.tsx': 'alert', '../dialog/confirm-dialog.tsx': 'confirm' }
const fetched: string[] = []

const Greeting = ({ onClose }: { onClose: () => void }) => (
  <Dialog open title="Hello" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>} />
)

/** Returns a part, or fails as a browser does for a file that did not come. */
async function asked<Part>(part: Part): Promise<Part> {
  if (!server.isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js')
  return part
}

beforeEach(() => {
  server.isThere = true
  fetched.length = 0
  vi.stubGlobal('fetch', async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return new Response(null)
  })
})
afterEach(() => {
  for (const path of Object.keys(DIALOGS)) vi.doUnmock(path)
})

function Form({
  children,
}: {
  children: (open: () => void, close: () => void, isOpen: boolean) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AlertProvider>
      <TextField label="Name" />
      <Suspense>
        {children(
          () => setOpen(true),
          () => setOpen(false),
          isOpen,
        )}
      </Suspense>
    </AlertProvider>
  )
}

function openForm(load: () => Promise<typeof Greeting>) {
  const Greet = lazyDialog(load)
  render(
    <Form>
      {(open, close, isOpen) => (
        <>
          <Button onClick={open}>Greet</Button>
          {isOpen && <Greet onClose={close} />}
        </>
      )}
    </Form>,
  )
}

test("says that a dialog did not come, keeps the form's text, and fetches it at the next press", async () => {
  const user = userEvent.setup()
  openForm(() => asked(Greeting))
  await enterText(user, screen.getByLabelText('Name'), 'quality')
  server.isThere = false
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  await screen.findByRole('alertdialog', { name: UNREACHABLE })
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'quality')
  await user.click(screen.getByRole('button', { name: 'OK' }))
  server.isThere = true
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  expect(await screen.findByRole('dialog', { name: 'Hello' })).toBeTruthy()
})

test('keeps the page while a dialog is fetched, and returns the focus to it', async () => {
  const user = userEvent.setup()
  let arrive: (dialog: typeof Greeting) => void = () => {}
  openForm(
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  const button = screen.getByRole('button', { name: 'Greet' })
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Greet' })).toBe(document.activeElement)
  await act(async () => arrive(Greeting))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('fetches a mounted dialog again when it is opened again', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const Greet = lazyDialog(() =>
    asked(({ open, onClose }: { open: boolean; onClose: () => void }) => (
      <Dialog open={open} title="Hello" onClose={onClose} />
    )),
  )
  server.isThere = false
  render(
    <Form>
      {(open, close, isOpen) => (
        <>
          <Button onClick={open}>Greet</Button>
          <Greet open={isOpen} onClose={close} />
        </>
      )}
    </Form>,
  )
  await user.click(await screen.findByRole('button', { name: 'Greet' }))
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  server.isThere = true
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  expect(await screen.findByRole('dialog', { name: 'Hello' })).toBeTruthy()
})

test('offers to reload an outdated console, and waits for the answer', async () => {
  const user = userEvent.setup()
  openForm(() => Promise.reject(new TypeError('Importing a module script failed.')))
  await enterText(user, screen.getByLabelText('Name'), 'quality')
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  await screen.findByRole('alertdialog', { name: 'The console was updated in the meantime.' })
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'quality')
})

test('says in its place that a part of a page did not come, and fetches it again by Retry', async () => {
  const user = userEvent.setup()
  const Part = lazyPart(() => asked(() => <p>Figures</p>))
  server.isThere = false
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(UNREACHABLE)
  server.isThere = true
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Figures')).toBeTruthy()
})

test('fetches a failed stylesheet again before its part is rendered', async () => {
  const user = userEvent.setup()
  const style = new Error('Unable to preload CSS for /assets/card-1.css')
  const styled = vi.fn(async () => () => <p>Dressed</p>).mockRejectedValueOnce(style)
  const Part = lazyPart(styled)
  server.isThere = false
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await screen.findByRole('button', { name: 'Retry' })
  server.isThere = true
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  const link = await waitFor(() => {
    const found = document.head.querySelector('link[href="/assets/card-1.css"]')
    expect(found).not.toBeNull()
    return found as HTMLLinkElement
  })
  expect(screen.queryByText('Dressed')).toBeNull()
  link.dispatchEvent(new Event('load'))
  expect(await screen.findByText('Dressed')).toBeTruthy()
  link.remove()
})

/** Renders providers that fetch their dialogs from this server, with a button that asks and reports the answer. */
async function freshProviders(onAnswer: (answer: unknown) => void) {
  vi.resetModules()
  for (const [path, name] of Object.entries(DIALOGS)) {
    vi.doMock(path, async (original) => {
      fetched.push(name)
      await asked(null)
      return await original()
    })
  }
  const { AlertProvider: Alerts } = await import('../dialog/alert-provider.tsx')
  const { ConfirmProvider: Questions } = await import('../dialog/confirm-provider.tsx')
  const { useAlert } = await import('../use-alert.ts')
  const { useConfirm } = await import('../dialog/use-confirm.ts')
  function Asker() {
    const [showAlert, confirm] = [useAlert(), useConfirm()]
    const ask = async () => {
      onAnswer(await confirm('create'))
      await showAlert('error', UNREACHABLE)
      onAnswer('seen')
    }
    return <Button onClick={() => void ask()}>Ask</Button>
  }
  render(
    <Alerts>
      <Questions>
        <Asker />
      </Questions>
    </Alerts>,
  )
}

test("asks and reports by the browser's own dialogs when not even the console's have come", {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const [alerted, question, answer] = [vi.fn(), vi.fn(() => true), vi.fn()]
  vi.stubGlobal('alert', alerted)
  vi.stubGlobal('confirm', question)
  await freshProviders(answer)
  server.isThere = false
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await waitFor(() => expect(answer).toHaveBeenCalledWith('seen'))
  expect(question).toHaveBeenCalledWith('Create the item(s)?')
  expect(answer).toHaveBeenCalledWith(true)
  expect(alerted).toHaveBeenCalledWith(UNREACHABLE)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await waitFor(() => expect(alerted).toHaveBeenCalledTimes(2))
})

test('fetches alert and question while nobody waits for them', async () => {
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => {})
  await freshProviders(() => {})
  expect(fetched).toEqual([])
  for (const callback of whenIdle) callback()
  await waitFor(() => expect(fetched.toSorted()).toEqual(['alert', 'confirm']))
})
