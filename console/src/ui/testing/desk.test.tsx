import { expect, test, vi } from 'vitest'

test('frames come by the real clock, also after a test that put its own in its place', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  requestAnimationFrame(() => {})
  vi.useRealTimers()
  expect(await new Promise(requestAnimationFrame)).toBeGreaterThan(0)
})
