import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { sweepWhileOpen } from './sweeping.ts'

test('a sweep that fails, at once or later, keeps neither the others nor the next from their work', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const app = Fastify()
    let swept = 0
    const otherwise = 'it failed'
    sweepWhileOpen(app, 1000, [
      {
        work: () => {
          throw new Error('the disk is away')
        },
        otherwise,
      },
      { work: () => Promise.reject(new Error('the database is away')), otherwise },
      {
        work: async () => {
          swept += 1
        },
        otherwise,
      },
    ])
    await app.ready()
    vi.advanceTimersByTime(2000)
    await app.close()
    expect(swept).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
