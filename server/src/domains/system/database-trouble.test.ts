import type { Database } from '@podium/database/connect.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, test } from 'vitest'
import { DATABASE_REFUSALS, failedQuery } from '../../http/testing/database-refusals.ts'
import { findTrouble } from './routes.ts'

test.each(DATABASE_REFUSALS)(
  'reports a refusing database in the health: %s (%s, %s)',
  async (reason, ...error) => {
    const database = { execute: () => Promise.reject(failedQuery(...error)) } as unknown as Database
    expect(await findTrouble({ database, engine: createMemoryEngine() })).toEqual([
      { part: 'database', reason },
    ])
  },
)
