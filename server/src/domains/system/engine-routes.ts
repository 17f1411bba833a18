import {
  clearCache,
  clearEnvironment,
  type EngineNode,
  listCaches,
  listEnvironments,
  listNodes,
  listQueue,
  type Resources,
  readEngine,
  readEngineRights,
} from '@podium/contract/calls/system.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import { waitAtMost } from '../../background.ts'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createCaches } from './caches.ts'
import { createEnvironments } from './environments.ts'
import { createQueueReads } from './queue-reads.ts'

const PATIENCE_MS = 5_000

export function engineRoutes(app: FastifyInstance, { config, database, engine, log }: Deps): void {
  /** @throws ENGINE.AWAY if the engine fails or takes too long */
  async function answerOf<T>(pending: Promise<T>): Promise<T> {
    const answer = pending.then(
      (value) => ({ value }),
      (error: unknown) => void log.warn({ err: error }, 'the engine did not answer'),
    )
    return ((await waitAtMost(PATIENCE_MS, answer)) ?? fail('ENGINE.AWAY')).value
  }

  bind(app, readEngine, async () => {
    const [capabilities, disk] = await answerOf(Promise.all([engine.capabilities(), engine.disk()]))
    const own_instance_type = engine.ownInstanceType()
    const objects = config.objects.kind === 's3' ? ('s3' as const) : ('directory' as const)
    return { ...capabilities, disk, own_instance_type, objects }
  })

  bind(app, listNodes, async ({ query: { page, page_size } }) => {
    const nodes = (await answerOf(engine.nodes())).toSorted(byTrouble)
    const ready = nodes.filter(({ refusal }) => refusal === null)
    const from = (page - 1) * page_size
    return {
      nodes: nodes.slice(from, from + page_size),
      total: nodes.length,
      ready: ready.length,
      capacity: together(ready.map(({ capacity }) => capacity)),
      free: together(ready.map(({ free }) => free)),
    }
  })

  bind(app, readEngineRights, async () => (await answerOf(engine.rights())) ?? { rights: null, remedy: null })

  const environments = createEnvironments(database, engine)
  bind(app, listEnvironments, ({ query }) => answerOf(environments.list(query)))
  bind(app, clearEnvironment, ({ params: { id }, caller }) => environments.clear(caller, id))

  const caches = createCaches(database, engine)
  bind(app, listCaches, ({ query }) => answerOf(caches.list(query)))
  bind(app, clearCache, ({ params: { id }, caller }) => caches.clear(caller, id))

  const queue = createQueueReads(database)
  bind(app, listQueue, ({ query }) => queue.list(query))
}

/** Compares numbers in names by value: n2 comes before n10. */
const names = new Intl.Collator('en', { numeric: true })

/** Nodes where no run starts come first. */
function byTrouble(one: EngineNode, other: EngineNode): number {
  const ready = Number(one.refusal === null) - Number(other.refusal === null)
  return ready || names.compare(one.name, other.name)
}

function together(parts: Resources[]): Resources {
  const sum = (what: keyof Resources) => parts.reduce((all, part) => all + part[what], 0)
  return { cpu: sum('cpu'), memory_mib: sum('memory_mib'), gpu: sum('gpu') }
}
