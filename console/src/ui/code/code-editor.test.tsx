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

test('every line has its number, and typing goes on', async () => {
  const { container } = render(<Editor text={'{\n}'} />)
  expect(container.querySelector('pre')?.textContent).toBe('1\n2')
  await userEvent.type(area(), '\n[[')
  expect(area().value).toBe('{\n}\n[')
  expect(container.querySelector('pre')?.textContent).toBe('1\n2\n3')
  expect(area().rows).toBe(3)
  expect(await accessibilityFaults()).toEqual([])
})

test('the sentence of a line stands below it, and describes the text for those who hear it', async () => {
  const problems = [
    { line: 2, text: 'a: too large.' },
    { line: 2, text: 'a: odd.' },
    { line: 99, text: 'The end is missing.' },
  ]
  render(<Editor text={'{\n  "a": 1,\n  "b": 2\n'} problems={problems} />)
  const sentence = screen.getByText('a: too large. a: odd.')
  // Lines are 20 px high and begin 8 px below the edge; text of the third line reaches to its column 8.
  expect(sentence.style.top).toBe('48px')
  expect(sentence.style.left).toBe('calc(10ch + 16px)')
  expect(area().getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(area().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Line 2: a: too large. a: odd.Line 4: The end is missing.')
  expect(await accessibilityFaults()).toEqual([])
})

test('a line can be gone to, and comes into sight', () => {
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
])('%j takes %i columns', (line, columns) => {
  expect(columnsOf(line)).toBe(columns)
})
