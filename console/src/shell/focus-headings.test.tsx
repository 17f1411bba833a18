import type { AnyRouter } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { focusHeadings } from './focus-headings.ts'

interface Rendered {
  fromLocation?: { pathname: string }
  toLocation: { pathname: string }
}

const listeners: Record<string, (event?: Rendered) => void> = {}
const router = {
  subscribe: (event: string, listener: (event?: Rendered) => void) => {
    listeners[event] = listener
    return () => {}
  },
} as unknown as AnyRouter

const at = (pathname: string) => ({ pathname })
const setOut = () => listeners.onBeforeNavigate?.()
const arrive = (from: string | null, to: string) =>
  listeners.onRendered?.({ ...(from !== null && { fromLocation: at(from) }), toLocation: at(to) })

function Page({ title }: { title?: string }) {
  return (
    <>
      <a href="#menu">Menu</a>
      <a href="#next">Next</a>
      <main>{title && <h1 tabIndex={-1}>{title}</h1>}</main>
    </>
  )
}

const heading = () => screen.getByRole('heading', { level: 1 })
const menu = () => screen.getByRole('link', { name: 'Menu' })

beforeEach(() => focusHeadings(router))

test('leaves the focus at the first page, and moves it from the menu to the heading of the next', () => {
  render(<Page title="Overview" />)
  arrive(null, '/overview')
  expect(document.body).toBe(document.activeElement)
  menu().focus()
  arrive('/overview', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('moves the focus to the heading of a link that is followed before the first page has come', () => {
  render(<Page title="AI Solution" />)
  menu().focus()
  arrive(null, '/solution')
  expect(document.activeElement).toBe(heading())
})

test('leaves the focus when something other than the path changes', () => {
  render(<Page title="AI Solution" />)
  arrive('/overview', '/solution')
  menu().focus()
  arrive('/solution', '/solution')
  expect(document.activeElement).toBe(menu())
})

test('reads out a page that comes after its address, though the path did not change again', () => {
  const { rerender } = render(<Page />)
  arrive('/auth/login', '/overview')
  rerender(<Page title="Overview" />)
  arrive('/overview', '/overview')
  expect(document.activeElement).toBe(heading())
})

test('makes up for a change of page that was not reported', () => {
  render(<Page title="AI Solution" />)
  arrive(null, '/overview')
  menu().focus()
  arrive('/solution', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('leaves the focus of a person who has gone on before a late page came', () => {
  const { rerender } = render(<Page />)
  arrive('/auth/login', '/overview')
  rerender(<Page title="Overview" />)
  menu().focus()
  arrive('/overview', '/overview')
  expect(document.activeElement).toBe(menu())
})

test('reads out the page to which Back leads from a page without a heading', () => {
  const { rerender } = render(<Page title="AI Solution" />)
  arrive('/overview', '/solution')
  rerender(<Page />)
  arrive('/solution', '/solution/gone')
  rerender(<Page title="AI Solution" />)
  menu().focus()
  arrive('/solution/gone', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('reads out a page that had no heading when it is opened again with one', () => {
  const { rerender } = render(<Page />)
  arrive('/overview', '/solution')
  arrive('/solution', '/overview')
  rerender(<Page title="AI Solution" />)
  menu().focus()
  arrive('/overview', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('leaves the focus in the menu if it was moved there while a page was loading', () => {
  render(<Page title="Workspace" />)
  menu().focus()
  setOut()
  const next = screen.getByRole('link', { name: 'Next' })
  next.focus()
  // The first address redirected to another.
  setOut()
  arrive('/overview', '/settings/workspace')
  expect(document.activeElement).toBe(next)
  setOut()
  arrive('/settings/workspace', '/settings/account')
  expect(document.activeElement).toBe(heading())
})

test('keeps a menu open that was opened while a page was loading', () => {
  render(<Page title="Engine" />)
  setOut()
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  button.click()
  arrive('/overview', '/settings/engine')
  expect(document.activeElement).toBe(button)
  button.remove()
})

test('leaves the focus in a dialog that was opened while a page was loading', async () => {
  const page = (open: boolean) => (
    <>
      <Page title="Edit Account" />
      <Dialog open={open} title="Command menu" onClose={() => {}}>
        <input aria-label="Search" />
      </Dialog>
    </>
  )
  const { rerender } = render(page(false))
  setOut()
  rerender(page(true))
  const field = await screen.findByRole('textbox', { name: 'Search' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  arrive('/overview', '/settings/account')
  expect(document.activeElement).toBe(field)
})

test('moves the focus to the heading of a second link that is followed before the first page has come', () => {
  render(<Page title="Engine" />)
  const next = screen.getByRole('link', { name: 'Next' })
  for (const link of [menu(), next]) {
    link.focus()
    link.click()
    setOut()
  }
  arrive('/overview', '/settings/engine')
  expect(document.activeElement).toBe(heading())
})
