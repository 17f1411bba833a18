import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { expect, test } from 'vitest'
import { tracebacks } from './traceback.ts'

const same = (path: string) => path
const lines = (text: string) => text.split('\n')
const lastTraceback = (of: readonly string[]) => tracebacks(of, same).next().value ?? null

const PANDAS = `reading labels
Traceback (most recent call last):
  File "steps/input/main.py", line 92, in main
    index = LabelIndex.from_table(labels)
            ~~~~~~~~~~~~~~~~~~~~~^^^^^^^^
  File "steps/input/labels.py", line 58, in from_table
    groups = table.groupby(table[key])
  File "/env/lib/python3.13/site-packages/pandas/core/frame.py", line 4113, in __getitem__
    indexer = self.columns.get_loc(key)
KeyError: 'label_id'
`

test('the place is the innermost frame outside libraries', () => {
  expect(lastTraceback(lines(PANDAS))).toMatchObject({
    line: 1,
    type: 'KeyError',
    exception: "KeyError: 'label_id'",
    place: 'steps/input/labels.py:58',
  })
})

test('the last of several tracebacks counts, also if it was raised while another was handled', () => {
  const chained = `${PANDAS}
During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "train.py", line 3, in <module>
    run()
my.errors.BadData: no labels
`
  expect(lastTraceback(lines(chained))).toMatchObject({
    line: 13,
    type: 'my.errors.BadData',
    place: 'train.py:3',
  })
})

test('ignores the prefix that a log collector writes before each line', () => {
  const before = lines(PANDAS).map((line) => `[train-0] ${line}`)
  expect(lastTraceback(before)).toMatchObject({
    type: 'KeyError',
    place: 'steps/input/labels.py:58',
  })
})

test('ignores colours', () => {
  const coloured = PANDAS.replace(
    "KeyError: 'label_id'",
    "\u001b[1;35mKeyError\u001b[0m: \u001b[35m'label_id'\u001b[0m",
  )
  expect(lastTraceback(lines(coloured))).toMatchObject({ exception: "KeyError: 'label_id'" })
})

test('ignores a traceback that breaks off', () => {
  expect(lastTraceback(lines('Traceback (most recent call last):\n  File "a.py", line 1, in f\n'))).toBeNull()
  expect(lastTraceback(lines('epoch 1\nepoch 2'))).toBeNull()
})

test('finds an exception without message or frames', () => {
  const alone = 'Traceback (most recent call last):\nKeyboardInterrupt'
  expect(lastTraceback(lines(alone))).toMatchObject({ type: 'KeyboardInterrupt', place: null })
})

test('finds a traceback before one that breaks off', () => {
  const broken = `${PANDAS}  Traceback (most recent call last):\n    File "b.py", line 2, in g\n`
  expect(lastTraceback(lines(broken))).toMatchObject({ type: 'KeyError', line: 1 })
})

test('searches many indented headings without tracebacks in linear time', async () => {
  const headings = Array.from({ length: 6000 }, (_, at) => ` ${at} Traceback (most recent call last):`)
  const taken = await processorTimeOf(() => expect(lastTraceback(headings)).toBeNull())
  expect(taken).toBeLessThan(500)
})

test('searches a line of unterminated control sequences in linear time', async () => {
  const written = `Traceback (most recent call last):\n \u001b${'#;'.repeat(2 ** 17)}\nKeyError: 1`
  const taken = await processorTimeOf(() =>
    expect(lastTraceback(lines(written))).toMatchObject({ type: 'KeyError' }),
  )
  expect(taken).toBeLessThan(500)
})
