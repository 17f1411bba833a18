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

test('the innermost frame that is no library is the place', () => {
  expect(lastTraceback(lines(PANDAS))).toMatchObject({
    line: 1,
    type: 'KeyError',
    exception: "KeyError: 'label_id'",
    place: 'steps/input/labels.py:58',
  })
})

test('of several the last counts, also where one came while another was handled', () => {
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

test('what a collector of logs writes before each line is no part of it', () => {
  const before = lines(PANDAS).map((line) => `[train-0] ${line}`)
  expect(lastTraceback(before)).toMatchObject({
    type: 'KeyError',
    place: 'steps/input/labels.py:58',
  })
})

test('colours are no part of it', () => {
  const coloured = PANDAS.replace(
    "KeyError: 'label_id'",
    "\u001b[1;35mKeyError\u001b[0m: \u001b[35m'label_id'\u001b[0m",
  )
  expect(lastTraceback(lines(coloured))).toMatchObject({ exception: "KeyError: 'label_id'" })
})

test('one that breaks off tells nothing', () => {
  expect(lastTraceback(lines('Traceback (most recent call last):\n  File "a.py", line 1, in f\n'))).toBeNull()
  expect(lastTraceback(lines('epoch 1\nepoch 2'))).toBeNull()
})

test('an exception without words or frames is one', () => {
  const alone = 'Traceback (most recent call last):\nKeyboardInterrupt'
  expect(lastTraceback(lines(alone))).toMatchObject({ type: 'KeyboardInterrupt', place: null })
})

test('one that breaks off hides none before it', () => {
  const broken = `${PANDAS}  Traceback (most recent call last):\n    File "b.py", line 2, in g\n`
  expect(lastTraceback(lines(broken))).toMatchObject({ type: 'KeyError', line: 1 })
})

test('many that are indented and never end are looked through at once', async () => {
  const headings = Array.from({ length: 6000 }, (_, at) => ` ${at} Traceback (most recent call last):`)
  const taken = await processorTimeOf(() => expect(lastTraceback(headings)).toBeNull())
  expect(taken).toBeLessThan(500)
})

test('a line of control sequences that never end is looked through at once', async () => {
  const written = `Traceback (most recent call last):\n \u001b${'#;'.repeat(2 ** 17)}\nKeyError: 1`
  const taken = await processorTimeOf(() =>
    expect(lastTraceback(lines(written))).toMatchObject({ type: 'KeyError' }),
  )
  expect(taken).toBeLessThan(500)
})
