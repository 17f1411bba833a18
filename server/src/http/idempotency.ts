import { createHash, createHmac } from 'node:crypto'
import { fail } from '@podium/contract/rules/errors.ts'
import { takesKey } from '@podium/contract/wire/repeatable.ts'
import type { Database } from '@podium/database/connect.ts'
import { idempotencyKeys } from '@podium/database/schema/accounts.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createInstallationKey } from './installation-key.ts'

const KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Executes a POST with an Idempotency-Key once. The same call with the key gets the first answer for a day; a different
 * call is refused, and so is one while the first is still in progress. A failed call may be repeated with its key. A
 * key that cannot be stored is refused, because its sender relies on it.
 */
export function honourIdempotencyKeys(app: FastifyInstance, database: Database): void {
  const key = createInstallationKey(database, 'idempotency-key')
  app.addHook('preHandler', async (request, reply) => {
    const claim = claimOf(request)
    if (!claim) return
    const earlier = await reserve(database, claim, hashOf(request, await key()))
    if (earlier !== null)
      return reply.type('application/json; charset=utf-8').serializer(String).send(earlier)
    request.idempotency = claim
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.idempotency) return
    if (reply.statusCode === 200 && typeof payload === 'string')
      await database.update(idempotencyKeys).set({ reply: payload }).where(rowOf(request.idempotency))
    else
      await database
        .delete(idempotencyKeys)
        .where(rowOf(request.idempotency))
        // the key expires in five minutes anyway, and the caller should get the call's own error
        .catch((err) => request.log.warn({ err }, 'the key of a failed call could not be given back'))
  })
}

function claimOf(request: FastifyRequest): { actor: string; key: string } | null {
  const key = request.headers['idempotency-key']
  const route = request.routeOptions.config.podium
  if (typeof key !== 'string') return null
  if (!route || !takesKey(route) || !request.caller) return null
  if (!KEY.test(key)) fail('IDEMPOTENCY.KEY')
  return { actor: request.caller.account_id ?? 'host', key }
}

/** Reserves the key, or returns the answer stored under it. */
async function reserve(
  database: Database,
  claim: { actor: string; key: string },
  hash: Buffer,
): Promise<string | null> {
  await database.delete(idempotencyKeys).where(sql`created_at < now() - interval '1 day'
    or (reply is null and created_at < now() - interval '5 minutes')`)
  const taken = await database
    .insert(idempotencyKeys)
    .values({ ...claim, request_hash: hash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return null
  const [earlier] = await database.select().from(idempotencyKeys).where(rowOf(claim))
  if (!earlier) return reserve(database, claim, hash)
  if (!earlier.request_hash.equals(hash)) fail('IDEMPOTENCY.BODY')
  return earlier.reply ?? fail('IDEMPOTENCY.BUSY')
}

/** Returns true at the first use of the secret for that purpose, on any server. Uses are remembered for a day. */
export async function isFirstUse(database: Database, purpose: string, secret: string): Promise<boolean> {
  const request_hash = createHash('sha256').update(secret).digest()
  const taken = await database
    .insert(idempotencyKeys)
    .values({ actor: purpose, key: request_hash.toString('base64'), request_hash, reply: '' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return taken.length > 0
}

function rowOf({ actor, key }: { actor: string; key: string }) {
  return and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key))
}

/** A keyed hash, because bodies hold secrets: a reader of the database cannot test passwords against it. */
function hashOf(request: FastifyRequest, key: Buffer): Buffer {
  const call = `${request.method} ${request.url}\n${JSON.stringify(request.body)}`
  return createHmac('sha256', key).update(call).digest()
}
