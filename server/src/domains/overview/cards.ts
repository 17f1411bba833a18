import { OVERVIEW_CARDS, type OverviewCard, type readOverview } from '@podium/contract/calls/overview.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { may } from '@podium/contract/rules/permissions.ts'
import type { FastifyBaseLogger } from 'fastify'
import { waitAtMost } from '../../background.ts'
import { askerOf } from '../../http/asker.ts'
import type { Call } from '../../http/call.ts'
import type { Asked } from './home-reads.ts'

type Readers = Record<OverviewCard, (request: Asked) => Promise<unknown>>
type Cards<R extends Readers> = {
  [K in OverviewCard]?: { at: string; problem: string; content: Awaited<ReturnType<R[K]>> | null }
}

const PATIENCE_MS = 5_000

/** Reads the cards in parallel and independently: a card that fails, or takes longer than five seconds, says so. */
export async function readCards<R extends Readers>(
  readers: R,
  names: readonly OverviewCard[],
  request: Asked,
  log: FastifyBaseLogger,
): Promise<Cards<R>> {
  const readCard = async (name: OverviewCard) => {
    const reading = readers[name](request).catch((err: unknown) => {
      log.warn({ err, card: name }, 'a card of the overview could not be read')
    })
    const content = (await waitAtMost(PATIENCE_MS, reading)) ?? null
    const problem = content === null ? 'This could not be read. Try again in a moment.' : ''
    return [name, { at: new Date().toISOString(), problem, content }] as const
  }
  return Object.fromEntries(await Promise.all(names.map(readCard))) as Cards<R>
}

/** @throws Failure OVERVIEW.QUERY with a sentence that names what is unknown */
export function readAsked({ query, object, caller }: Call<typeof readOverview>) {
  const isAdmin = caller.role === 'ADMIN'
  const named = new Set((query.cards ?? OVERVIEW_CARDS.join(',')).split(',').map(cardNamed))
  return {
    names: [...named].filter((name) => isAdmin || name !== 'administration'),
    request: {
      workspace_id: object.workspace_id,
      account_id: caller.account_id,
      isAdmin,
      isManager: may('member.edit', askerOf(caller, object)),
      days: query.days,
      time_zone: knownZone(query.time_zone),
      since: instantOf(query.since),
    },
  }
}

function cardNamed(text: string): OverviewCard {
  const name = OVERVIEW_CARDS.find((known) => known === text.trim())
  if (name) return name
  const problem = `There is no card '${text.trim()}'. The cards are ${OVERVIEW_CARDS.join(', ')}.`
  return fail('OVERVIEW.QUERY', { problem })
}

function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    const problem = `There is no time zone '${name}'. Write one such as 'Europe/Berlin' or 'UTC'.`
    return fail('OVERVIEW.QUERY', { problem })
  }
}

function instantOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const instant = new Date(text)
  if (!Number.isNaN(instant.getTime())) return instant
  return fail('OVERVIEW.QUERY', { problem: "'since' must be an instant like 2026-11-20T09:30:00Z." })
}
