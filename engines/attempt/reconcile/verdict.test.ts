import { expect, test } from 'vitest'
import { type Facts, verdict } from './verdict.ts'

const plain: Facts = {
  exit: { exit_code: 0, oom_kills: 0 },
  stop: null,
  is_signalled: false,
  unreadable: null,
  oom_kills: 0,
  restarted: false,
  memory_mib: 2048,
  last_line: 'ValueError: no such column',
  disk_was_full: false,
}
const failed = { exit_code: 3, oom_kills: 0 }
const asked = { requested_at: '2026-01-01T00:00:00.000Z', reason: null }

const cases: [string, Partial<Facts>, string, string][] = [
  ['a good end', {}, 'succeeded', 'Finished.'],
  ['a bad end', { exit: failed }, 'failed', 'Exit code 3; last line: ValueError: no such column'],
  ['a bad end without a word', { exit: failed, last_line: '' }, 'failed', 'Exit code 3; the log is empty.'],
  [
    'a bad end on a full disk',
    { exit: failed, disk_was_full: true },
    'failed',
    'Exit code 3; last line: ValueError: no such column. The disk was full while it ran.',
  ],
  [
    'a bad end without a word on a full disk',
    { exit: { exit_code: 120, oom_kills: 0 }, last_line: '', disk_was_full: true },
    'failed',
    'Exit code 120; the log is empty. The disk was full while it ran.',
  ],
  ['a good end on a full disk', { disk_was_full: true }, 'succeeded', 'Finished.'],
  [
    'an end by the engine for the disk',
    {
      exit: failed,
      stop: { ...asked, reason: 'The run filled the disk.' },
      is_signalled: true,
      disk_was_full: true,
    },
    'failed',
    'The run filled the disk.',
  ],
  [
    'a crash',
    { exit: { exit_code: 139, oom_kills: 0 }, last_line: '' },
    'failed',
    'Exit code 139 (ended by signal 11, a segmentation fault); the log is empty.',
  ],
  [
    'out of memory',
    { exit: { exit_code: 137, oom_kills: 1 }, oom_kills: 1 },
    'failed',
    'Out of memory at 2.0 GiB: choose a larger tier.',
  ],
  [
    'a kill that was not for memory',
    { exit: { exit_code: 137, oom_kills: 0 } },
    'failed',
    'Exit code 137 (ended by signal 9); last line: ValueError: no such column',
  ],
  [
    'a failure beside a helper process that was killed for memory',
    { exit: failed, oom_kills: 1 },
    'failed',
    'Exit code 3; last line: ValueError: no such column. A process of it was killed for lack of memory at 2.0 GiB: a larger tier may help.',
  ],
  [
    'an unwatched end with a process killed for memory',
    { exit: null, oom_kills: 1 },
    'lost',
    'The run ended without an exit status, so its cause is unknown. A process of it was killed for lack of memory at 2.0 GiB: a larger tier may help.',
  ],
  [
    'a success in spite of a killed helper process',
    { oom_kills: 1 },
    'succeeded',
    'Finished. A process of it was killed for lack of memory at 2.0 GiB: a larger tier may help.',
  ],
  ['a kill for memory at an unknown size', { oom_kills: 1, memory_mib: null }, 'succeeded', 'Finished.'],
  ['a restart', { exit: null, restarted: true }, 'lost', 'The machine restarted.'],
  ['a success before the restart', { restarted: true }, 'succeeded', 'Finished.'],
  [
    'a failure before the restart',
    { exit: failed, restarted: true },
    'failed',
    'Exit code 3; last line: ValueError: no such column',
  ],
  [
    'an unwatched end',
    { exit: null },
    'lost',
    'The run ended without an exit status, so its cause is unknown.',
  ],
  [
    'a stop',
    { exit: { exit_code: 143, oom_kills: 0 }, stop: asked, is_signalled: true },
    'stopped',
    'Stopped on request.',
  ],
  [
    'a stop that the program answered with 0',
    { stop: asked, is_signalled: true },
    'stopped',
    'Stopped on request.',
  ],
  ['a stop that came after a success', { stop: asked }, 'succeeded', 'Finished.'],
  [
    'a stop that came after a failure',
    { exit: failed, stop: asked },
    'failed',
    'Exit code 3; last line: ValueError: no such column',
  ],
  ['a stop whose end nobody saw', { exit: null, stop: asked }, 'stopped', 'Stopped on request.'],
  [
    'an end whose record is cut off',
    { exit: null, unreadable: 'exit.json', restarted: true },
    'lost',
    'The record exit.json of this run cannot be read, so it is not known how it ended: start it again.',
  ],
  ['a success beside a record that is cut off', { unreadable: 'child.json' }, 'succeeded', 'Finished.'],
  ['an end by the engine', { exit: null, stop: { ...asked, reason: 'Too long.' } }, 'failed', 'Too long.'],
]

test.each(cases)('%s', (_, facts, outcome, reason) => {
  expect(verdict({ ...plain, ...facts })).toMatchObject({ outcome, reason })
})
