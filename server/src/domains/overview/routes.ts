import {
  listRecentRuns,
  listRecentVersions,
  noteOverviewVisit,
  readOverview,
  readOverviewSummary,
} from '@podium/contract/calls/overview.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { listModels } from '../models/reads.ts'
import { createRunList } from '../runs/lists/run-list.ts'
import { asksOf, freeFor } from './capacity.ts'
import { readAsked, readCards } from './cards.ts'
import { type Asked, createHomeReads } from './home-reads.ts'
import { createMembershipReads } from './membership-reads.ts'
import { createOverviewReads } from './reads.ts'
import { noteVisit, readLastVisit } from './visits.ts'

const NEWEST_RUNS = { page: 1, page_size: 10 }
const NEWEST_OF_CARD = { page: 1, page_size: 6 }

export function overviewRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database, engine, log, instanceType } = deps
  const reads = createOverviewReads(database)
  const home = createHomeReads(database)
  const membership = createMembershipReads(database)
  const listRuns = createRunList(database)

  bind(app, readOverviewSummary, ({ object }) => reads.summary(object.workspace_id))
  bind(app, listRecentVersions, async ({ object }) => ({
    solution_name_versions: await reads.recentVersions(object.workspace_id),
  }))
  bind(app, listRecentRuns, async ({ object, caller }) => {
    const reading = { workspace_id: object.workspace_id, account_id: caller.account_id }
    const { stream_histories } = await listRuns(reading, NEWEST_RUNS)
    return { stream_histories }
  })

  const cards = {
    async needs(request: Asked) {
      const since = request.since?.toISOString() ?? (await readLastVisit(database, request))
      const [failed, waiting, locked, ending, own_ends_at, requests] = await Promise.all([
        home.failed(request, since),
        home.waiting(request),
        request.isAdmin ? home.locked() : undefined,
        request.isManager ? membership.ending(request) : undefined,
        membership.ownEnd(request),
        request.isManager ? membership.requests(request) : undefined,
      ])
      return { since, failed, waiting, locked, ending, own_ends_at, requests }
    },
    runs: home.runsOverTime,
    async capacity(request: Asked) {
      const { specs, use, others } = await home.tiers(request)
      const tiers = asksOf(specs, instanceType)
      const free = await freeFor(engine, tiers).catch(() => null)
      return {
        tiers: tiers.map(({ name, instance, asks }, at) => ({
          tier: name,
          instance_type: instance,
          asks,
          own: use.get(name)?.own ?? 0,
          waiting: use.get(name)?.waiting ?? 0,
          others: others.get(instance) ?? 0,
          free: free?.[at] ?? null,
        })),
      }
    },
    async recent(request: Asked) {
      const [own, all] = await Promise.all([
        listRuns(request, { ...NEWEST_OF_CARD, person: 'me' }),
        listRuns(request, NEWEST_OF_CARD),
      ])
      return { own: own.stream_histories, all: all.stream_histories }
    },
    models: ({ workspace_id }: Asked) => listModels(database, workspace_id, NEWEST_OF_CARD),
    versions: async ({ workspace_id }: Asked) => ({ versions: await reads.recentVersions(workspace_id) }),
    counts: ({ workspace_id }: Asked) => reads.summary(workspace_id),
    async administration() {
      const [people, disk, { gaps }] = await Promise.all([
        home.people(),
        engine.disk(),
        engine.capabilities(),
      ])
      return { ...people, disk, gaps }
    },
  }
  bind(app, readOverview, (call) => {
    const { names, request } = readAsked(call)
    return readCards(cards, names, request, log)
  })

  bind(app, noteOverviewVisit, async ({ object, caller }) => {
    await noteVisit(database, { workspace_id: object.workspace_id, account_id: caller.account_id })
    return {}
  })
}
