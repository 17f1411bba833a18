import { randomUUID } from 'node:crypto'
import {
  type createDataSet,
  type DataSet,
  type editDataSet,
  MAX_DATA_SETS,
} from '@podium/contract/calls/data-sets.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { dataSets } from '@podium/database/schema/data-sets.ts'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Call, Caller, ScopedObject, Sent } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { namedObject, record } from '../audit/audit.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { query } from '../rows.ts'
import { readDataSet } from './reads.ts'

/** @throws Failure DATA_SET.NAME.TAKEN, WORKSPACE.FULL */
export async function makeDataSet(
  { database }: Deps,
  { workspace_id }: ScopedObject,
  caller: Caller,
  { name, note = '' }: Call<typeof createDataSet>['body'],
): Promise<Sent<DataSet>> {
  const id = randomUUID()
  await database
    .transaction(async (tx) => {
      if ((await tx.$count(dataSets, eq(dataSets.workspace_id, workspace_id))) >= MAX_DATA_SETS)
        fail('WORKSPACE.FULL', { most: MAX_DATA_SETS, what: 'data sets' })
      await tx.execute(sql`
        insert into data_sets (id, workspace_id, name, note, created_by)
        values (${id}::uuid, ${workspace_id}::uuid, ${name}, ${note}, ${caller.account_id}::uuid)`)
      await record(tx, caller, {
        action: 'data-set.create',
        ...namedObject('data-set', { id, name, workspace_id }),
        after: { name, note },
      })
    })
    .catch(failIfTaken('data_sets_name', 'DATA_SET.NAME.TAKEN', { name }))
  return (await readDataSet(database, id)) ?? fail('NOT.FOUND')
}

interface Fields {
  name: string
  note: string
}

/** @throws Failure DATA_SET.NAME.TAKEN, EDIT.STALE with the data set as it is now */
export function editDataSetFields(
  { database }: Deps,
  { id, name, workspace_id }: ScopedObject,
  caller: Caller,
  { revision: _, ...sent }: Call<typeof editDataSet>['body'],
  revision: number | null,
): Promise<Sent<DataSet>> {
  return editRecord<Fields & { revision: number }, Fields, Sent<DataSet>>(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockDataSet(tx, id),
      compare: ({ name, note }) => ({ before: { name, note }, after: sentFields(sent) }),
      write: (tx, changes, row) => writeDataSet(tx, id, { ...row, ...changes }),
      event: (_row, after) => ({
        action: 'data-set.edit',
        ...namedObject('data-set', { id, name: after.name, workspace_id }),
      }),
    },
    async () => (await readDataSet(database, id)) ?? fail('NOT.FOUND'),
  ).catch(failIfTaken('data_sets_name', 'DATA_SET.NAME.TAKEN', { name: sent.name ?? name }))
}

function lockDataSet(tx: Transaction, id: string) {
  return query(tx).first<Fields & { revision: number }>(
    sql`select name, note, revision from data_sets where id = ${id}::uuid for update`,
  )
}

async function writeDataSet(tx: Transaction, id: string, { name, note }: Fields): Promise<void> {
  await tx.execute(sql`
    update data_sets set name = ${name}, note = ${note}, revision = revision + 1, updated_at = now()
    where id = ${id}::uuid`)
}
