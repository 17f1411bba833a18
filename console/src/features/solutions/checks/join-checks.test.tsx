import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CheckList } from '../../../ui/form/check-list.tsx'
import { WithoutEffect } from '../components/without-effect.tsx'
import { joinChecks } from './join-checks.tsx'

test('shows keys between backticks as code in one check, in joined checks, and beside a version', () => {
  const advice = (key: string) => `${key} has no effect here: write it into \`${key}\`.`
  const { container } = render(
    <>
      <CheckList
        checks={joinChecks([
          { verdict: 'warning', title: 'Ignored', detail: advice('range') },
          { verdict: 'warning', title: 'Ignored', detail: advice('default') },
          { verdict: 'warning', title: 'No description', detail: advice('detail') },
        ])}
      />
      <WithoutEffect sentences={[advice('command')]} />
    </>,
  )
  const codes = [...container.querySelectorAll('code')].map((code) => code.textContent)
  expect(codes).toEqual(['range', 'default', 'detail', 'command'])
  expect(container.textContent).not.toContain('`')
})
