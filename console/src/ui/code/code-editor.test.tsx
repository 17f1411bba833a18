import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { CodeEditor, type CodeProblem, columnsOf, goToProblem } from './code-editor.tsx'

function Editor({ text, problems = [] }: { text: string; problems?: CodeProblem[] }) {
  const [value, setValue] = useState(text)
  return <CodeEditor label="Metadata" value={value} onChange={setValue} problems={problems} />
}
const area = () => screen.getByRole('textbox', { name: 'Metadata' }) as HTMLTextAreaElement

test('numbers every line, and continues while typing', async () => {
  const { container } = render(<Editor text={'{\n}'} />)
  expect(container.querySelector('pre')?.textContent).toBe('1\n2')
  await userEvent.type(area(), '\n[[')
  expect(area().value).toBe('{\n}\n[')
  expect(container.querySelector('pre')?.textContent).toBe('1\n2\n3')
  expect(area().rows).toBe(3)
  expect(await accessibilityFaults()).toEqual([])
})

test('shows the sentence of a line below it, and describes the text with it', async () => {
  const problems = [
    { line: 2, text: 'a: too large.' },
    { line: 2, text: 'a: odd.' },
    { line: 99, text: 'The end is missing.' },
  ]
  render(<Editor text={'{\n  "a": 1,\n  "b": 2\n'} problems={problems} />)
  const sentence = screen.getByText('a: too large. a: odd.')
  // Lines are 20 px high and begin 8 px below the edge. The text of the third line ends at column 8.
  expect(sentence.style.top).toBe('48px')
  expect(sentence.style.left).toBe('calc(10ch + 16px)')
  expect(area().getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(area().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Line 2: a: too large. a: odd.Line 4: The end is missing.')
  expect(await accessibilityFaults()).toEqual([])
})

test('moves to a line, and scrolls it into view', () => {
  const show = vi.spyOn(Element.prototype, 'scrollIntoView')
  render(<Editor text={'{\n  "a": 1\n}'} />)
  goToProblem(area(), { line: 3 })
  expect(document.activeElement).toBe(area())
  expect(area().selectionStart).toBe(11)
  expect(show).toHaveBeenCalledWith({ block: 'nearest' })
})

test.each([
  ['abc', 3],
  ['\ta', 3],
  ['펭귄', 4],
  ['🐧', 3],
])('counts for %j %i columns', (line, columns) => {
  expect(columnsOf(line)).toBe(columns)
})
