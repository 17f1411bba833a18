import { listInstances } from '@podium/contract/calls/instances.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../../../testing/fake.ts'
import { stubLayout } from '../../runs/testing/fake-runs.ts'
import { instanceCalled } from '../../runs/testing/sample-objects.ts'
import { openAt } from '../testing/serve-instances.ts'

beforeEach(() => {
  stubLayout()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Lays out rows that have the given width for their tags. */
function layOut(room: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(180)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        this.tell()
      }
      unobserve() {}
      disconnect() {}
    },
  )
}

const tags = [
  { key: 'site', value: 'north' },
  { key: 'owner', value: 'packaging' },
  { key: 'line', value: '3' },
]

test.each([
  [200, '+1'],
  [160, '+2'],
])('counts the tags that do not fit into %i px: %s', async (room, more) => {
  layOut(room)
  const instance = instanceCalled('tagged', { tags })
  openAt('/inferenceModel?view=instances', fake(listInstances, { instances: [instance], total: 1 }))
  const row = within(await screen.findByTitle('site north, owner packaging, line 3'))
  expect(await row.findByText(more)).toBeTruthy()
  row.getByText('north')
})
