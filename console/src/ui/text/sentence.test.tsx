import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sentence } from './sentence.tsx'

test('shows text between backticks as code, and leaves a single backtick', () => {
  const { container } = render(
    <p>
      <Sentence>{'write the program into `command` of a `pipeline`; ` stays'}</Sentence>
    </p>,
  )
  expect(container.textContent).toBe('write the program into command of a pipeline; ` stays')
  expect([...container.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
    'command',
    'pipeline',
  ])
})
