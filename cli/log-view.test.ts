import { expect, test } from 'vitest'
import { openLogView } from './log-view.ts'

function viewOn(isTTY: boolean) {
  let shown = ''
  const output = {
    isTTY,
    write(text: string | Uint8Array) {
      shown += text
      return true
    },
  }
  return { view: openLogView(output, output), shown: () => shown }
}

test('writes a log to a pipe unchanged', () => {
  const { view, shown } = viewOn(false)
  view.write('10 %\r20 %\u001b]0;title\u0007')
  view.endLine()
  expect(shown()).toBe('10 %\r20 %\u001b]0;title\u0007')
})

test('lets no log control a terminal, or colour what follows it', () => {
  const { view, shown } = viewOn(true)
  view.write('one\r')
  view.write('\ntwo \u001b[3')
  view.write('1mred\u001b[2J')
  expect(shown()).toBe('one\n')
  view.tell('It failed.\u0007')
  expect(shown()).toBe('one\ntwo \u001b[31mred\n\u001b[0mIt failed.\n')
  view.tell('Twice.')
  expect(shown()).toMatch(/It failed\.\nTwice\.\n$/)
})

test('shows a line that does not end', () => {
  const { view, shown } = viewOn(true)
  view.write('x'.repeat(70_000))
  expect(shown()).toHaveLength(70_000)
})
