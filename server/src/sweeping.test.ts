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
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(1000)
    await app.close()
    expect(swept).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

test('no sweep begins while one is at work, and one that is at work hears that the server closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const app = Fastify()
    const begun: string[] = []
    const untilTheEnd = (ending: AbortSignal) =>
      new Promise<void>((resolve) => {
        begun.push('long')
        ending.addEventListener('abort', () => resolve())
      })
    const next = async () => {
      begun.push('next')
    }
    sweepWhileOpen(app, 1000, [
      { work: untilTheEnd, otherwise: 'it failed' },
      { work: next, otherwise: 'it failed' },
    ])
    await app.ready()
    await vi.advanceTimersByTimeAsync(5000)
    await app.close()
    expect(begun).toEqual(['long', 'next'])
  } finally {
    vi.useRealTimers()
  }
})
