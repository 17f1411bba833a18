import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Plus } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { HelpTip } from '../tooltip/tooltip.tsx'
import { Button, LinkButton, TextButton } from './button.tsx'
import { IconButton } from './icon-button.tsx'

test('presses by mouse and by keyboard', async () => {
  const press = vi.fn()
  render(<Button onClick={press}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.keyboard('{Enter}')
  expect(press).toHaveBeenCalledTimes(2)
})

test('keeps a disabled button focusable, with its reason, and inactive', async () => {
  const press = vi.fn()
  const submit = vi.fn((event: SubmitEvent) => event.preventDefault())
  render(
    <form onSubmit={(event) => submit(event.nativeEvent as SubmitEvent)}>
      <Button type="submit" disabledReason="A run can be retried when it has ended." onClick={press}>
        Retry
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Retry' })
  expect(button).toHaveProperty('disabled', false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('tooltip')).toBeNull()

  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('tooltip').textContent).toBe('A run can be retried when it has ended.')
  expect(descriptionOf(button)).toBe('A run can be retried when it has ended.')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('keeps the name of a busy button, which ignores presses', async () => {
  const press = vi.fn()
  render(
    <Button kind="primary" busy onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('closes the tooltip by Escape and nothing around it, and keeps it under the pointer', async () => {
  const pressed = vi.fn()
  document.addEventListener('keydown', pressed)
  render(<HelpTip of="Edge Conductor URL">The Edge Conductor URL can be entered later.</HelpTip>)
  const help = screen.getByRole('button', { name: 'Help: Edge Conductor URL' })
  await userEvent.hover(help)
  await userEvent.hover(screen.getByRole('tooltip'))
  expect(screen.getByRole('tooltip').textContent).toContain('entered later')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(pressed.mock.calls.filter(([event]) => event.key === 'Escape')).toHaveLength(0)
  document.removeEventListener('keydown', pressed)
})

test('has no accessibility faults in any kind of button', async () => {
  render(
    <main>
      <Button kind="primary" icon={Plus}>
        New Account
      </Button>
      <Button kind="danger" small>
        Delete
      </Button>
      <Button disabledReason="Only a Manager may do this.">Manage</Button>
      <IconButton icon={Plus} label="Add" />
      <IconButton icon={Plus} label="Next page" disabledReason="This is the last page." />
      <TextButton>Clear</TextButton>
      <LinkButton icon={Plus} href="https://example.test/manual">
        Read More
      </LinkButton>
      <HelpTip of="Name">Help text</HelpTip>
    </main>,
  )
  expect(await accessibilityFaults()).toEqual([])
})

function descriptionOf(element: Element): string | undefined {
  const id = element.getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent ?? undefined
}
