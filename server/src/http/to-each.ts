import { Failure } from '@podium/contract/rules/errors.ts'
import type { bulkReply } from '@podium/contract/wire/shapes.ts'
import type * as z from 'zod/mini'

export type Bulk = z.output<typeof bulkReply>

/** Works on each id, one after the other. A failure is reported and stops none of the others. Ids ignore case. */
export async function toEach(ids: string[], work: (id: string) => Promise<unknown>): Promise<Bulk> {
  const bulk: Bulk = { done: [], failed: [] }
  for (const id of new Set(ids.map((id) => id.toLowerCase()))) {
    try {
      await work(id)
      bulk.done.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      bulk.failed.push({ id, detail: String(error.detail) })
    }
  }
  return bulk
}
