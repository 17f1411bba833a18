import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { ratingWords, StarButtons, Stars } from './stars.tsx'

test.each([
  [4.25, 6, '4.3 of 5 stars from 6 members'],
  [1, 1, '1.0 of 5 stars from 1 member'],
  [0, 0, 'No ratings yet.'],
])('a mean of %s from %s reads %s', (mean, count, words) => {
  expect(ratingWords({ mean, count })).toBe(words)
})

test('the figure is said in words, and shown short', async () => {
  render(<Stars mean={4.2} count={1204} />)
  expect(screen.getByText('4.2 of 5 stars from 1,204 members')).toBeTruthy()
  expect(screen.getByText('(1,204)')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('stars are given by keyboard, one press each, and the given number is the pressed one', async () => {
  const user = userEvent.setup()
  const give = vi.fn()
  render(<StarButtons label="Your rating" value={2} onChange={give} />)
  expect(screen.getByRole('group', { name: 'Your rating' })).toBeTruthy()
  expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe('2 stars')
  for (let at = 0; at < 4; at += 1) await user.tab()
  await user.keyboard(' ')
  expect(give.mock.calls).toEqual([[4]])
  expect(await accessibilityFaults()).toEqual([])
})

test('whoever may not rate is told why, and nothing is given', async () => {
  const give = vi.fn()
  render(<StarButtons label="Your rating" value={null} onChange={give} disabledReason="Only members may." />)
  const star = screen.getByRole('button', { name: '1 star' })
  expect(star.getAttribute('aria-disabled')).toBe('true')
  expect(star.title).toBe('Only members may.')
  await userEvent.click(star)
  expect(give).not.toHaveBeenCalled()
})
