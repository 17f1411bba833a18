import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { shortcutOf } from '../navigation/shortcuts.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import { useListKeys } from './use-list-keys.ts'

const RUNS = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

function Runs({ onStar }: { onStar: (id: string) => void }) {
  const [selected, setSelected] = useState<string[]>([])
  return (
    <main>
      <button type="button">before</button>
      <div ref={useListKeys()}>
        <SearchField {...shortcutOf('search')} label="Search runs" />
        <DataTable
          name="Runs"
          columns={[
            {
              id: 'name',
              header: 'Run',
              cell: ({ id }: { id: string }) => (
                <>
                  <button type="button" {...shortcutOf('star')} onClick={() => onStar(id)}>
                    star
                  </button>
                  <a href={`#${id}`}>{id}</a>
                </>
              ),
            },
          ]}
          rows={RUNS}
          rowId={({ id }) => id}
          rowName={({ id }) => id}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
    </main>
  )
}

function open() {
  const star = vi.fn()
  render(<Runs onStar={star} />)
  const user = userEvent.setup()
  const focused = () => document.activeElement?.textContent
  const isSelected = (id: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${id}` }).checked
  return { star, user, focused, isSelected }
}

test('moves between rows with j and k and with arrows from a row, and stops at the ends', async () => {
  const { user, focused } = open()
  await user.keyboard('j')
  expect(focused()).toBe('a')
  await user.keyboard('jjjj')
  expect(focused()).toBe('c')
  await user.keyboard('k')
  expect(focused()).toBe('b')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('c')
  await user.keyboard('{ArrowUp}{ArrowUp}k')
  expect(focused()).toBe('a')
})

test('leaves arrows to the page while no row has the focus', async () => {
  const { user, focused } = open()
  screen.getByRole('button', { name: 'before' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('before')
})

test('selects the row with x and rates it with s, but not without a row', async () => {
  const { star, user, isSelected } = open()
  await user.keyboard('xs')
  expect(star).not.toHaveBeenCalled()
  await user.keyboard('jjxs')
  expect([isSelected('a'), isSelected('b')]).toEqual([false, true])
  expect(star.mock.calls).toEqual([['b']])
  await user.keyboard('x')
  expect(isSelected('b')).toBe(false)
  // The box that a person pressed is in the row too.
  await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('b')
})

test('moves to the search with /, where the keys are letters', async () => {
  const { star, user, isSelected } = open()
  await user.keyboard('j/jxs/')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jxs/')
  expect([star.mock.calls.length, isSelected('a')]).toEqual([0, false])
})
