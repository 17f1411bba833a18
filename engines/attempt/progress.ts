import type { Progress } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import { type LogFile, readTail } from './logs.ts'

const TAIL = 16 * 1024
const MAX_LENGTH = 500

/** Returns the newest valid line of the progress file, or null if there is none. */
export async function readProgress(file: LogFile): Promise<Progress | null> {
  const lines = (await readTail(file, TAIL)).split('\n').reverse()
  for (const line of lines) {
    const progress = parseProgress(line)
    if (progress) return progress
  }
  return null
}

/** Parses one line such as `{"fraction":0.4,"step":"train","message":"epoch 4/10"}`; null if it reports nothing. */
export function parseProgress(line: string): Progress | null {
  const reported = parseObject(line)
  if (!reported) return null
  const { fraction, step, message } = reported
  const progress = { fraction: fractionOf(fraction), step: textOf(step), message: textOf(message) }
  return Object.values(progress).every((part) => part === null) ? null : progress
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function fractionOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? plainLine(value, MAX_LENGTH) : ''
  return text === '' ? null : text
}
