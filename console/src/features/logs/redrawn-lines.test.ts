import { expect, test } from 'vitest'
import { redrawnLines } from './redrawn-lines.ts'

/** Recorded output of programs, shortened, with `^[` for the escape character, and the rows to show for it. */
const RECORDED: readonly [program: string, written: string, rows: string[]][] = [
  [
    'tqdm, two nested bars',
    '\ra:   0%\n\rb:   0%^[[A\n\rb:  50%^[[A\n\rb: 100%^[[A\rb: 100%\n\ra:  50%\n\rb:   0%^[[A\n\rb:  50%^[[A\n\rb: 100%^[[A\rb: 100%\n\ra:  50%\ra: 100%\n',
    ['b: 100%', 'b: 100%', 'a: 100%'],
  ],
  [
    'tqdm, two nested bars while the inner one goes on',
    '\ra:   0%\n\rb:   0%^[[A\n\rb:  50%^[[A',
    ['a:   0%', 'b:  50%'],
  ],
  [
    'tqdm, a nested bar with leave=False',
    '\ra:   0%\n\rb:   0%^[[A\n\rb: 100%^[[A\n\r       ^[[A\ra:  50%\n\rb:   0%^[[A\n\rb: 100%^[[A\n\r       ^[[A\ra:  50%\ra: 100%\n',
    ['a: 100%'],
  ],
  [
    'tqdm, three bars with position=0, 1 and 2',
    '\ra:   0%\n\rb:   0%^[[A\n\n\rc:   0%^[[A^[[A\ra:  50%\n\rb:  50%^[[A\n\n\rc:  50%^[[A^[[A\ra: 100%\n\rb: 100%^[[A\n\n\rc: 100%^[[A^[[A',
    ['a: 100%', 'b: 100%', 'c: 100%'],
  ],
  [
    'tqdm, three bars with position that are closed',
    '\ra:   0%\n\rb:   0%^[[A\n\n\rc:   0%^[[A^[[A\ra: 100%\n\rb: 100%\n\rc: 100%\nend\n',
    ['a: 100%', 'b: 100%', 'c: 100%', 'end'],
  ],
  [
    'tqdm.write between nested bars',
    '\ra:   0%\n\rb:   0%^[[A\r       \r\n\r       \r^[[Astep 00\n\ra:   0%\n\rb:   0%^[[A\n\rb:  50%^[[A\r       \r\n\r       \r^[[Astep 01\n\ra:   0%\n\rb:  50%^[[A\n\r       ^[[A\ra: 100%\n',
    ['step 00', 'step 01', 'a: 100%'],
  ],
  [
    'tqdm, print beside a nested bar',
    '\ra:   0%\n\rb:   0%^[[Ahello\n\ra:  50%\n\rb:  50%^[[A',
    ['a:   0%hello', 'a:  50%', 'b:  50%'],
  ],
  ['tqdm, one bar', '\ra:   0%\ra:  50%\ra: 100%\nend\n', ['a: 100%', 'end']],
  [
    'rich.progress, two tasks and a line between',
    '^[[?25l\r^[[2Ka 0\r^[[2Ka 0\nb 0\r^[[2K^[[1A^[[2Ka 1\nb 1\r^[[2K^[[1A^[[2Kstep ^[[1m0^[[0m\na 1\nb 1\r^[[2K^[[1A^[[2Ka 2\nb 2\r^[[2K^[[1A^[[2Kstep ^[[1m1^[[0m\na 2\nb 2\r^[[2K^[[1A^[[2Ka 2\nb 2\n^[[?25h',
    ['step ^[[1m0^[[0m', 'step ^[[1m1^[[0m', 'a 2', 'b 2', ''],
  ],
  [
    'rich.live',
    '^[[?25lx\r^[[2Kone ^[[1m0^[[0m\ntwo ^[[1m0^[[0m\r^[[2K^[[1A^[[2Kone ^[[1m1^[[0m\ntwo ^[[1m1^[[0m\r^[[2K^[[1A^[[2Kone ^[[1m1^[[0m\ntwo ^[[1m1^[[0m\n^[[?25hend\n',
    ['one ^[[1m1^[[0m', 'two ^[[1m1^[[0m', 'end'],
  ],
  [
    'rich.live, transient',
    '^[[?25lx\r^[[2Kone 0\ntwo 0\r^[[2K^[[1A^[[2Kone 1\ntwo 1\n^[[?25h\r^[[1A^[[2K^[[1A^[[2Kend\n',
    ['end'],
  ],
  [
    'rich.progress.track',
    '^[[?25l\r^[[2Kt      0% -:--:--\r^[[2Kt ━━ 100% 0:00:00\r^[[2Kt ━━ 100% 0:00:00\n^[[?25hend\n',
    ['t ━━ 100% 0:00:00', 'end'],
  ],
  ['rich.status', '^[[?25lhalf\n⠋ busy\r^[[2K⠙ more\r^[[2K⠹ more\n^[[?25h\r^[[1A^[[2Kend\n', ['half', 'end']],
  [
    'Keras fit on a terminal',
    '\r^[[1m1/2^[[0m ^[[32m━━^[[0m loss: 0.5\b\b\b\b\b\b\b\b\b\b\b\b\b\b\b\b\r^[[1m2/2^[[0m ^[[32m━━━━^[[0m loss: 0.4\nend\n',
    ['^[[1m2/2^[[0m ^[[32m━━━━^[[0m loss: 0.4', 'end'],
  ],
  [
    'Keras fit on a pipe',
    '\n^[[1m1/2^[[0m loss: 0.5\n^[[1m2/2^[[0m loss: 0.4\n',
    ['', '^[[1m1/2^[[0m loss: 0.5', '^[[1m2/2^[[0m loss: 0.4'],
  ],
  [
    'alive-progress with print',
    '^[[?25l\r|    | ▁▃▅ 0/2 \r|    | ▂▄▆ 0/2 ^[[2K\r^[[Jon 0: step 0\n\r|██  | ▃▅▇ 1/2 ^[[2K\r^[[Jon 1: step 1\n^[[?25h\r|████| ▅▇▇ 2/2 ^[[J\r|████| 2/2 in 0.3s ^[[K\n',
    ['on 0: step 0', 'on 1: step 1', '|████| 2/2 in 0.3s '],
  ],
  [
    'progressbar2, MultiBar',
    '\n\n^[[1F\rb  50%^[[1E^[[2F\ra  50%^[[2E^[[1F\rb 100%^[[1E^[[2F\ra 100%^[[2E',
    ['a 100%', 'b 100%', ''],
  ],
  [
    'halo on a terminal',
    '^[[?25l^[[0m\r^[[0m^[[K^[[0m\r^[[36m-^[[0m busy^[[0m\r^[[0m^[[K^[[0m\r^[[36m|^[[0m busy^[[0m\r^[[0m^[[K^[[0m^[[?25h^[[0m^[[32m✔^[[39m ok\n',
    ['^[[0m^[[0m^[[0m^[[32m✔^[[39m ok'],
  ],
  ['halo on a pipe', '\r\r- busy\r\r| busy\r✔ ok\n\r\r', ['✔ ok', '']],
  [
    'pip on a terminal',
    'Collecting numpy\r\n^[[?25l     ━━  0.0/9 MB\r^[[2K     ━━  5.1/9 MB\r^[[2K     ━━  9/9 MB 0:00:00\r\n^[[?25hSaved\r\n',
    ['Collecting numpy', '     ━━  9/9 MB 0:00:00', 'Saved'],
  ],
  ['npm', '⠙^[[1G^[[0K⠹^[[1G^[[0K⠸^[[1G^[[0K1.3.0\r\n⠴^[[1G^[[0K', ['1.3.0', '']],
  [
    'layers of an image, each redrawn where it is',
    'a1: Waiting\nb2: Waiting\n^[[2A^[[2K\ra1: Pulling\r^[[2B^[[1A^[[2K\rb2: Done\r^[[1B^[[2A^[[2K\ra1: Done\r^[[2BPulled\n',
    ['a1: Done', 'b2: Done', 'Pulled'],
  ],
  ['ninja on a terminal', '\r[1/2] CC a.o^[[K\r[2/2] LINK a^[[K\n', ['[2/2] LINK a']],
  ['a spinner of backspaces', 'busy |\b/\b-\b\\\b done\n', ['busy  done']],
  ['colours alone', '^[[31mred^[[0m\nplain\n', ['^[[31mred^[[0m', 'plain']],
]

const escaped = (text: string) => text.replaceAll('^[', '\u001b')

function rowsOf(written: string): string[] {
  const lines = escaped(written).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return redrawnLines(lines, true).lines.filter((line) => line !== undefined)
}

test.each(RECORDED)('shows the last state of %s', (_program, written, rows) => {
  expect(rowsOf(written)).toEqual(rows.map(escaped))
})

test.each(RECORDED)('has a line for each row of %s, wherever the output is cut', (_program, written) => {
  for (let end = 0; end <= written.length; end += 1) {
    const lines = escaped(written.slice(0, end)).split('\n')
    expect(redrawnLines(lines, true).lines).toHaveLength(lines.length)
    expect(redrawnLines(lines, true).above).toEqual([])
  }
})

test('numbers the rows of bars by the last lines that draw them', () => {
  const bars = 'start\na 0\nb 0\u001b[A\n\rb 1\u001b[A\n\rb 2\u001b[A\ra 1'
  expect(redrawnLines(bars.split('\n'), true).lines).toEqual(['start', undefined, undefined, 'a 1', 'b 2'])
})

test('reports overwritten rows above the block once they have a number', () => {
  const inner = '\rb 1\u001b[A\n\rb 2\u001b[A'
  expect(redrawnLines(inner.split('\n'), false)).toEqual({ lines: [undefined, 'b 2'], above: [], below: 1 })
  expect(redrawnLines(`${inner}\ra 1`.split('\n'), false)).toEqual({
    lines: ['a 1', 'b 2'],
    above: [1],
    below: 1,
  })
})

test('follows a program upward for at most the rows of a screen', () => {
  const { above } = redrawnLines(['\u001b[999999999Aup', ...Array(200).fill('down')], false)
  expect(Math.max(...above)).toBe(100)
})

test('reads a line of 200,000 redraws in linear time', () => {
  const line = '\rstep\b\b\b\b\u001b[K\u001b[1A\u001b[1B'.repeat(200_000)
  const began = process.cpuUsage()
  redrawnLines([line], true)
  // A backtracking pattern takes minutes of CPU time.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
})
