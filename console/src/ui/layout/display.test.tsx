import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { CopyButton } from '../button/copy-button.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { LoginPattern } from '../drawing/login-pattern.tsx'
import { Mark } from '../drawing/mark.tsx'
import { RunStrip } from '../drawing/run-strip.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Note } from '../feedback/note.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { StaleNote } from '../form/change-list.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { PasswordField, TextField } from '../form/text-field.tsx'
import { FilterChip, FilterChoice } from '../table/filter-choice.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { Chip, StateChip, Tag } from '../text/chip.tsx'
import { ListTime, Moment } from '../text/moment.tsx'
import { Card, DisclosureCard } from './card.tsx'
import { DefinitionList } from './definition-list.tsx'
import { PageHeader } from './page-header.tsx'

test.each(['queued', 'training', 'succeeded', 'failed', 'stopped'] as const)(
  'shows the state %s as a word, not only as a colour',
  (state) => {
    render(<StateChip state={state} />)
    expect(screen.getByText(state)).toBeDefined()
  },
)

test('counts the run strip in words', () => {
  render(<RunStrip states={['succeeded', 'failed', 'succeeded', 'queued']} />)
  expect(screen.getByRole('img', { name: 'Last 4 runs: 2 succeeded, 1 failed, 1 queued' })).toBeDefined()
})

test('shows the server’s sentence and the request with an error, and tries again', async () => {
  const retry = vi.fn()
  render(
    <ErrorState
      title="The run list could not be read"
      detail="The database did not answer within 5 s."
      requestId="req_01hx"
      onRetry={retry}
    />,
  )
  expect(screen.getByRole('alert').textContent).toContain('req_01hx')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

test('says whether the browser allowed copying', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="req_01hx" label="Copy request ID" />)
  const button = screen.getByRole('button', { name: 'Copy request ID' })
  await user.click(button)
  expect(await navigator.clipboard.readText()).toBe('req_01hx')
  expect((await screen.findByText('Copied')).getAttribute('role')).toBe('status')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await user.click(button)
  expect(await screen.findByText('The browser refused to copy')).toBeDefined()
})

test('removes a set filter', async () => {
  const remove = vi.fn()
  render(<FilterChip name="State" value="failed" onRemove={remove} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter State' }))
  expect(remove).toHaveBeenCalledTimes(1)
})

test('shows the time of a moment, and how long ago it is in the tooltip', () => {
  const { container } = render(<Moment at={new Date(Date.now() - 12 * 60_000)} />)
  expect(container.querySelector('time')?.title).toBe('12 minutes ago')
  expect(container.textContent).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/)
})

test('shows a time in a list as a date, until its reader chooses ages', () => {
  const { container } = render(<ListTime at="2026-11-29T10:00:00Z" />)
  expect(container.textContent).toMatch(/^2026\/11\/29 \d{2}:00$/)
})

test('shows in an age how long ago it was, and the exact time in the tooltip and when copied', () => {
  document.documentElement.dataset.times = 'ages'
  onTestFinished(() => {
    delete document.documentElement.dataset.times
  })
  const { container } = render(<ListTime at={new Date(Date.now() - 12 * 60_000)} />)
  const time = container.querySelector('time')
  expect(time?.dataset.age).toBe('12 minutes ago')
  expect(time?.title).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/)
  expect(container.textContent).toBe(time?.title)
})

test('shows missing facts as dashes', () => {
  render(
    <DefinitionList
      items={[
        { term: 'Model', value: null },
        { term: 'Edges', value: 0 },
      ]}
    />,
  )
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['–', '0'])
})

test('has no accessibility faults in anything that only shows', async () => {
  render(
    <main>
      <PageHeader title="Accounts" lead="Everyone who can sign in." beside={<StateChip state="queued" />} />
      <Card title="Needs you" note="14 days" trailing="3" footer="All 142 runs">
        <Chip tone="bad">locked</Chip>
        <Chip tone="outline">draft</Chip>
        <Tag name="line">3</Tag>
        <FilterChip name="State" value="failed" onRemove={() => {}} />
        <FilterChoice name="Tier" values={{}} value={undefined} onChange={() => {}} />
      </Card>
      <DisclosureCard title="First steps" summary="2 of 3 done">
        Add a colleague
      </DisclosureCard>
      <ProgressBar label="Upload of a.zip" percent={62} />
      <ProgressBar label="Preparing" />
      <SkeletonRows label="Loading runs" tall />
      <EmptyState title="No solutions yet" action={<Button>Register Solution</Button>}>
        Register one here.
      </EmptyState>
      <ErrorState title="Not read" detail="Try later." requestId="req_1" onRetry={() => {}} retrying />
      <Note tone="warn" title="No connection since 09:41." live>
        What you see may be old.
      </Note>
      <DefinitionList items={[{ term: 'Tier', value: 'High' }]} />
      <RunStrip states={[]} />
      <CodeBlock label="Parameters" code={'{\n  "epochs": 40\n}'} copy />
      <Mark size={32} />
      <LoginPattern />
    </main>,
  )
  expect(await accessibilityFaults()).toEqual([])
})

test('renders the parts of the login without inline style or script', () => {
  const html = renderToString(
    <main>
      <Mark size={32} />
      <TextField label="ID" error="ID is required." />
      <PasswordField label="Password" />
      <Checkbox label="Remember Me" />
      <Button kind="primary" type="submit" wide>
        Login
      </Button>
      <LoginPattern />
      <SkeletonRows label="Loading" />
    </main>,
  )
  expect(html).not.toMatch(/style=|<style|<script/)
})

test("reads out another person's change, with values before and after", async () => {
  render(
    <main>
      <StaleNote
        sentence="Someone else changed this."
        at="2026-11-20T10:00:00.000Z"
        changes={[{ name: 'description', before: 'Ours.', after: 'Theirs.' }]}
      />
    </main>,
  )
  const note = screen.getByRole('status')
  expect(note.textContent).toMatch(
    /^Someone else changed this\. Changed at .+\. What you typed is still here\./,
  )
  expect(note.querySelector('del')?.textContent).toBe('Ours.')
  expect(note.querySelector('ins')?.textContent).toBe('Theirs.')
  expect(await accessibilityFaults()).toEqual([])
})
