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

test('the first page leaves the focus where it is, the next one takes it from the menu', () => {
  render(<Page title="Overview" />)
  arrive(null, '/overview')
  expect(document.body).toBe(document.activeElement)
  menu().focus()
  arrive('/overview', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('a link that is followed before the first page has come leads to a heading as well', () => {
  render(<Page title="AI Solution" />)
  menu().focus()
  arrive(null, '/solution')
  expect(document.activeElement).toBe(heading())
})

test('what changes on a page but not its path leaves the focus where it is', () => {
  render(<Page title="AI Solution" />)
  arrive('/overview', '/solution')
  menu().focus()
  arrive('/solution', '/solution')
  expect(document.activeElement).toBe(menu())
})

test('a page that comes after its address is read out when it comes, though the path did not change again', () => {
  const { rerender } = render(<Page />)
  arrive('/auth/login', '/overview')
  rerender(<Page title="Overview" />)
  arrive('/overview', '/overview')
  expect(document.activeElement).toBe(heading())
})

test('a change of page that was never told of is made up for', () => {
  render(<Page title="AI Solution" />)
  arrive(null, '/overview')
  menu().focus()
  arrive('/solution', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('who has gone on before a late page came is not called back', () => {
  const { rerender } = render(<Page />)
  arrive('/auth/login', '/overview')
  rerender(<Page title="Overview" />)
  menu().focus()
  arrive('/overview', '/overview')
  expect(document.activeElement).toBe(menu())
})

test('the way back from a page without a heading reads out where it leads', () => {
  const { rerender } = render(<Page title="AI Solution" />)
  arrive('/overview', '/solution')
  rerender(<Page />)
  arrive('/solution', '/solution/gone')
  rerender(<Page title="AI Solution" />)
  menu().focus()
  arrive('/solution/gone', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('a page that had no heading is read out when it is opened again with one', () => {
  const { rerender } = render(<Page />)
  arrive('/overview', '/solution')
  arrive('/solution', '/overview')
  rerender(<Page title="AI Solution" />)
  menu().focus()
  arrive('/overview', '/solution')
  expect(document.activeElement).toBe(heading())
})

test('who has moved on in the menu while a page was loading keeps the focus there', () => {
  render(<Page title="Workspace" />)
  menu().focus()
  setOut()
  const next = screen.getByRole('link', { name: 'Next' })
  next.focus()
  // the first address led on to another
  setOut()
  arrive('/overview', '/settings/workspace')
  expect(document.activeElement).toBe(next)
  setOut()
  arrive('/settings/workspace', '/settings/account')
  expect(document.activeElement).toBe(heading())
})

test('who has opened a menu while a page was loading keeps it', () => {
  render(<Page title="Engine" />)
  setOut()
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  button.click()
  arrive('/overview', '/settings/engine')
  expect(document.activeElement).toBe(button)
  button.remove()
})

test('who has opened a dialog while a page was loading goes on typing in it', async () => {
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

test('who follows a second link before the first page has come is led to the heading of the second', () => {
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
