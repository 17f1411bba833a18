import { readSession } from '@podium/contract/calls/auth.ts'
import {
  checkInstance,
  checkInstanceDeletion,
  listInstances,
  readInstance,
} from '@podium/contract/calls/instances.ts'
import { listInstanceRuns } from '@podium/contract/calls/runs.ts'
import { readSolution } from '@podium/contract/calls/solutions.ts'
import { readStream } from '@podium/contract/calls/streams.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FakeServer, fake } from '../../../testing/fake.ts'
import { openConsole, sessionOf } from '../../../testing/open-console.tsx'
import { MANAGER, serveRuns } from '../../runs/testing/fake-runs.ts'
import { instanceCalled, runsOf, SOLUTION, streamCalled } from '../../runs/testing/sample-objects.ts'

export const INSTANCE = instanceCalled('vision-line-3', {
  description: 'Camera above the ejector.',
  tags: [
    { key: 'plant', value: 'north' },
    { key: 'owner', value: '<img src=x onerror=alert(1)>' },
  ],
  modes: { train: { on: true, parameters: { train: { epochs: 40 } } }, inference: { on: true } },
  execution_specs: { train: 'low' },
  revision: 3,
})

export const DRAFT = instanceCalled('drafted', {
  draft: true,
  operation_status: 'draft',
  stream_count: 0,
  run_count: 0,
})

export const NOTHING_BELOW: Consequences = {
  deletable: true,
  reasons: [],
  contains: { versions: 0, instances: 0, streams: 0, runs: 0, bytes: 0 },
  names: { instances: [], streams: [] },
}

export const ONE_STREAM: Consequences = {
  ...NOTHING_BELOW,
  contains: { ...NOTHING_BELOW.contains, streams: 1, runs: 2, bytes: 2048 },
  names: { instances: [], streams: ['line-3'] },
}

/** Serves an instance, a draft and a stream. */
export function serveInstances(over: FakeServer = {}) {
  return serveRuns({
    ...fake(listInstances, { instances: [INSTANCE, DRAFT], total: 2 }),
    ...fake(checkInstance, ({ query }) => ({ duplicate: query.name === 'taken' })),
    ...fake(readSolution, SOLUTION, SOLUTION),
    ...fake(readInstance, INSTANCE, INSTANCE),
    ...fake(readInstance, DRAFT, DRAFT),
    ...fake(listInstanceRuns, INSTANCE, runsOf()),
    ...fake(listInstanceRuns, DRAFT, runsOf()),
    ...fake(checkInstanceDeletion, INSTANCE, ONE_STREAM),
    ...fake(checkInstanceDeletion, DRAFT, NOTHING_BELOW),
    ...fake(readStream, { id: 'id-line-3' }, streamCalled('line-3')),
    ...over,
  })
}

/** Opens the console at an address, as a manager or the given person. */
export function openAt(href: string, over: FakeServer = {}, person = MANAGER) {
  const server = serveInstances({ ...fake(readSession, sessionOf(person)), ...over })
  openConsole(href, person)
  return { server, user: userEvent.setup() }
}

export async function answer(user: ReturnType<typeof userEvent.setup>, title: string, button: string) {
  const dialog = await screen.findByRole('alertdialog', { name: title })
  const found = [...dialog.querySelectorAll('button')].find((one) => one.textContent === button)
  if (!found) throw new Error(`'${title}' has no button ${button}.`)
  const text = dialog.textContent ?? ''
  await user.click(found)
  return text
}
