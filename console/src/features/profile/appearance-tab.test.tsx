import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { PREFERENCES } from '../../testing/samples.ts'
import { openProfile } from './testing/profile-fixture.ts'

test('shows a choice in the turn in which it is made, and never flips back', async () => {
  openProfile('?tab=appearance', {
    ...fake(readPreferences, PREFERENCES),
    ...fake(keepPreferences, { ...PREFERENCES, theme: 'dark' }),
  })
  const dark = await screen.findByRole<HTMLInputElement>('radio', { name: /Dark/ })
  expect(dark.checked).toBe(false)
  fireEvent.click(dark)
  // Anything that waits for a timer comes later than this.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  expect(dark.checked).toBe(true)
})
