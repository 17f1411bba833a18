import type { Database } from '@podium/database/connect.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, test } from 'vitest'
import { DATABASE_REFUSALS, failedQuery } from '../../http/testing/database-refusals.ts'
import { findTrouble } from './routes.ts'

test.each(DATABASE_REFUSALS)(
  'a database that refuses is told by the health: %s (%s, %s)',
  async (reason, ...error) => {
    const database = { execute: () => Promise.reject(failedQuery(...error)) } as unknown as Database
    expect(await findTrouble({ database, engine: createMemoryEngine() })).toEqual([
      { part: 'database', reason },
    ])
  },
)
