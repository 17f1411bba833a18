import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { sweepWhileOpen } from './sweeping.ts'

test('runs the other sweeps, and the next ones, after one fails at once or later', async () => {
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

test('begins no sweep during another one, and signals a running one when the server closes', async () => {
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
