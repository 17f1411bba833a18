import { expect, test } from 'vitest'
import { lastWordsIn } from './last-words.ts'
import { raisedIn } from './raised.ts'
import { FRAMEWORK_OUTPUTS } from './testing/framework-outputs.ts'
import { OTHER_OUTPUTS } from './testing/other-outputs.ts'
import { PYTHON_OUTPUTS } from './testing/python-outputs.ts'

const OUTPUTS = [...PYTHON_OUTPUTS, ...FRAMEWORK_OUTPUTS, ...OTHER_OUTPUTS]

/** The exception at the end of a log, or else its last message. */
function reasonIn(log: string) {
  const lines = log.split('\n')
  const { raised, after } = raisedIn(lines, (path) => path)
  const words = lastWordsIn(lines, after)
  return raised
    ? { title: raised.exception, place: raised.place }
    : { title: words?.words ?? null, place: words?.place ?? null }
}

test.each(OUTPUTS)('finds the reason in the log of: $of', ({ log, title, place }) => {
  expect(reasonIn(log)).toEqual({ title, place })
})

test.each(OUTPUTS)('finds the reason at the end of a longer log: $of', ({ log, title }) => {
  const before = Array.from({ length: 50 }, (_, at) => `epoch ${at}`)
  expect(reasonIn([...before, log].join('\n')).title).toBe(title)
})
