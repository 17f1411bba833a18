import { Readable } from 'node:stream'
import {
  endReport,
  exitReport,
  outputsReport,
  progressReport,
  type RunnerAnswer,
  refusalReport,
} from '@podium/contract/calls/runner.ts'
import { fail, failAt } from '@podium/contract/rules/errors.ts'
import { parsedJson } from '../attempt/json-file.ts'
import type { LogType, RunKey } from '../engine.ts'
import type { RunnerCalls } from './runner-calls.ts'
import { PIECE } from './runner-limits.ts'

/** Maximum bytes of JSON, enough for a list of 10,000 outputs with long names. */
const MAX_JSON = 8 * 2 ** 20

export interface ReadQuery {
  bucket?: string | undefined
  path?: string | undefined
}

export interface SendQuery {
  type?: LogType | undefined
  path?: string | undefined
  offset?: number | undefined
  size?: number | undefined
  bytes?: number | undefined
  modified_at?: string | undefined
}

/** Answers a GET of a pod with text or a stream of bytes. */
export async function answerRead(
  calls: RunnerCalls,
  key: RunKey,
  call: string,
  { bucket = '', path = '' }: ReadQuery,
): Promise<string | Readable> {
  if (call === 'inputs') return JSON.stringify(await calls.inputs(key))
  if (call === 'received') return JSON.stringify(await calls.received(key))
  if (call === 'objects') return Readable.from(linesOf(await calls.objects(key, bucket, path)))
  if (call === 'address') return JSON.stringify(await calls.address(key, bucket, path))
  if (call === 'object') return calls.object(key, bucket, path)
  return fail('NOT.FOUND')
}

/** Answers a POST of a pod. */
export async function answerSend(
  calls: RunnerCalls,
  key: RunKey,
  call: string,
  query: SendQuery,
  body: Readable,
): Promise<RunnerAnswer> {
  const { type, path, offset = 0, size = 0, bytes = 0, modified_at = new Date(0).toISOString() } = query
  if (call === 'log' && type) return calls.log(key, type, offset, await wholeOf(body, PIECE))
  if (call === 'output' && path)
    return calls.output(key, { path, size, modified_at }, offset, await wholeOf(body, PIECE))
  if (call === 'place' && path && bytes > 0)
    return calls.place(key, { path, size, modified_at }, offset, bytes)
  if (call === 'placed' && path && bytes > 0)
    return calls.placed(key, { path, size, modified_at }, offset, bytes)
  if (call === 'outputs') return calls.outputs(key, (await parsed(body, outputsReport)).paths)
  if (call === 'progress') return calls.progress(key, await parsed(body, progressReport))
  if (call === 'exit') return calls.exit(key, await parsed(body, exitReport))
  if (call === 'refusal') return calls.refusal(key, (await parsed(body, refusalReport)).reason)
  if (call === 'end') return calls.end(key, await parsed(body, endReport))
  return fail('NOT.FOUND')
}

/** Yields a line of JSON for each object, and an empty object at the end that shows that the list is complete. */
async function* linesOf(objects: AsyncIterable<{ path: string; size: number }>): AsyncGenerator<string> {
  for await (const { path, size } of objects) yield `${JSON.stringify({ path, size })}\n`
  yield '{}\n'
}

async function wholeOf(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > most) fail('OBJECT.LARGE', { limit: `${most} bytes at once` })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** A schema of the contract. */
interface Shape<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

async function parsed<T>(body: Readable, shape: Shape<T>): Promise<T> {
  const value = parsedJson((await wholeOf(body, MAX_JSON)).toString())
  if (value === undefined) failAt(['body'], 'The body is not valid JSON.', 'json_invalid')
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return failAt(['body', ...(issue?.path ?? []).map(String)], issue?.message ?? 'The body does not fit.')
}
