import { modelCalled } from '../../runs/testing/sample-objects.ts'
import { run } from '../../solutions/testing/sample.ts'
import type { Cards } from '../use-home.ts'

const AT = '2026-11-17T09:42:00.000Z'
const readNow = <T>(content: T) => ({ at: AT, problem: '', content })
const noRuns = { queued: 0, running: 0, succeeded: 0, failed: 0, stopped: 0 }

/** The overview of an empty workspace, as an administrator receives it. */
export function emptyHome(): Cards {
  return {
    needs: readNow({
      since: null,
      failed: { count: 0, newest: null },
      waiting: { count: 0, longest: null },
      locked: { count: 0, username: '' },
      own_ends_at: null,
    }),
    runs: readNow({ days: 7, parts: [{ from: '2026-11-17T00:00:00.000Z', runs: {} }] }),
    capacity: readNow({ tiers: [] }),
    recent: readNow({ own: [], all: [] }),
    models: readNow({ models: [], total: 0 }),
    versions: readNow({ versions: [] }),
    administration: readNow({
      disk: null,
      gaps: [],
      accounts: 2,
      without_workspace: 0,
      sign_ins_refused: 0,
      last_export: null,
    }),
    counts: readNow({ solutions: 0, versions: 0, instances: 0, streams: 0, models: 0, runs: noRuns }),
  }
}

/** The overview of a workspace with runs and models. */
export function fullHome(part: Partial<Cards> = {}): Cards {
  return {
    ...emptyHome(),
    needs: readNow({
      since: null,
      failed: {
        count: 2,
        newest: {
          id: 'run-weld-1',
          name: 'weld-1',
          detail: 'Out of memory.',
          at: '2026-11-17T08:00:00.000Z',
        },
      },
      waiting: {
        count: 1,
        longest: {
          id: 'run-day-1',
          name: 'day-1',
          detail: 'Waits for memory.',
          at: '2026-11-17T09:24:00.000Z',
        },
      },
      locked: { count: 1, username: 'ops-1' },
      own_ends_at: null,
    }),
    runs: readNow({
      days: 7,
      parts: [
        { from: '2026-11-16T00:00:00.000Z', runs: { succeeded: 3, failed: 1 } },
        { from: '2026-11-17T00:00:00.000Z', runs: { running: 1 } },
      ],
    }),
    capacity: readNow({
      tiers: [
        {
          tier: 'standard',
          instance_type: '2cpu-4gib',
          asks: { cpu: 2, memory_mib: 4096, gpu: 0 },
          own: 1,
          others: 2,
          waiting: 1,
          free: 3,
        },
        {
          tier: 'low',
          instance_type: '1cpu-1gib',
          asks: { cpu: 1, memory_mib: 1024, gpu: 0 },
          own: 0,
          others: 30,
          waiting: 0,
          free: null,
        },
      ],
    }),
    recent: readNow({ own: [run('line-1')], all: [run('line-1'), run('line-2')] }),
    models: readNow({ models: [modelCalled('line-1')], total: 1204 }),
    versions: readNow({
      versions: [
        {
          solution_id: 'solution-penguins',
          solution_name: 'penguins',
          version_num: 2,
          created_at: '2026-11-17T09:15:00.000Z',
          created_by: 'Mina Sol',
        },
      ],
    }),
    administration: readNow({
      disk: { free: 80e9, total: 100e9, reserve: 1e9 },
      gaps: ['Runs are not kept apart on this host.'],
      accounts: 12,
      without_workspace: 3,
      sign_ins_refused: 4,
      last_export: '2026-11-14T02:00:00.000Z',
    }),
    counts: readNow({
      solutions: 2,
      versions: 5,
      instances: 3,
      streams: 4,
      models: 1204,
      runs: { ...noRuns, running: 1, succeeded: 1300, failed: 6 },
    }),
    ...part,
  }
}
