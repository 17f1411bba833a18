import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createAuditStream } from './audit-stream/audit-stream.ts'
import { createDelivery } from './audit-stream/targets.ts'
import type { Deps } from './deps.ts'
import { createLogin } from './domains/auth/login.ts'
import { removeGoneContents, removeLeftVersions } from './domains/data-sets/contents.ts'
import { adoptFolders } from './domains/data-sets/folders.ts'
import { createMailSender } from './domains/notifications/mail-sender.ts'
import { postDepsOf } from './domains/notifications/post-deps.ts'
import { removeOldMessages } from './domains/notifications/service.ts'
import { createWebhookSender } from './domains/notifications/webhook-sender.ts'
import { endLeft } from './domains/objects/begun-uploads.ts'
import { removeLeftUploads } from './domains/objects/writes.ts'
import { watchUse } from './domains/quotas/watch-use.ts'
import { sweepsOf as retentionSweeps } from './domains/retention/sweeps.ts'
import { createRunLoop } from './domains/run-loop/run-loop.ts'
import { forgetOldTimes } from './domains/schedules/repository.ts'
import { createScheduler } from './domains/schedules/scheduler.ts'
import { replaceLeftArchives } from './domains/solutions/version-archives.ts'
import { listBuckets } from './domains/workspaces/reads.ts'
import { SWEEP_MS, sweepsOf as workspaceSweeps } from './domains/workspaces/sweeper.ts'
import { createOutgoing } from './outgoing/outgoing.ts'
import type { Round } from './work/round.ts'
import type { SweepGroup } from './work/sweeps.ts'

/*
 * The list of everything that runs by itself in a server. main.ts starts each in this order and closes it in the
 * reverse order.
 */

export type Work = Pick<Round, 'start' | 'close'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The loops, which run from the moment when the port is open until the server no longer counts as ready. */
export function loopsOf(deps: Deps): Work[] {
  const { config, database, log, mail } = deps
  const posting = postDepsOf(deps)
  const { console_url } = posting
  const { inactive_days } = config
  return [
    createRunLoop({ ...deps, owner: ownName() }),
    createScheduler(deps),
    ...auditStreamOf(deps),
    createWebhookSender({ ...posting, database, log }),
    ...(mail ? [createMailSender({ database, mail, console_url, inactive_days, log })] : []),
  ]
}

function auditStreamOf({ config, database, log }: Deps): Work[] {
  if (!config.audit_stream) return []
  const outgoing = createOutgoing(config.webhook_allow, config.proxies.server)
  const deliver = createDelivery(config.audit_stream, outgoing)
  return [createAuditStream({ database, deliver, log, owner: ownName() })]
}

/** Identifies this server among those of a database. */
function ownName(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`
}

/** The sweeps, which run from before the port is open until the last request is answered. */
export function sweepsOf(deps: Deps): SweepGroup[] {
  const { database, objects } = deps
  return [
    { interval_ms: SWEEP_MS, sweeps: workspaceSweeps(deps) },
    {
      interval_ms: HOUR_MS,
      sweeps: [{ work: () => removeOldMessages(database), otherwise: 'old messages could not be removed' }],
    },
    {
      interval_ms: HOUR_MS,
      sweeps: [{ work: createLogin(deps).sweep, otherwise: 'old login counters could not be removed' }],
    },
    {
      interval_ms: HOUR_MS,
      sweeps: [
        {
          work: () => removeLeftUploads(deps),
          otherwise: 'archives that were never registered could not be removed',
        },
        {
          work: async () => {
            await endLeft(database, objects.direct)
            await objects.sweep(await listBuckets(database))
          },
          otherwise: 'the parts of broken uploads could not be removed',
        },
      ],
    },
    {
      interval_ms: SWEEP_MS,
      sweeps: [
        {
          work: () => replaceLeftArchives(deps),
          otherwise: 'archives of deleted runs stay below their versions',
        },
      ],
    },
    {
      interval_ms: HOUR_MS,
      sweeps: [
        { work: () => adoptFolders(deps), otherwise: 'folders could not be made data sets' },
        {
          work: () => removeLeftVersions(deps),
          otherwise: 'uploads of data sets that were left could not be removed',
        },
        {
          work: (ending) => removeGoneContents(deps, ending),
          otherwise: 'files of deleted data sets could not be removed',
        },
      ],
    },
    {
      interval_ms: MINUTE_MS,
      sweeps: [{ work: () => watchUse(deps), otherwise: 'the use of limits could not be read' }],
    },
    { interval_ms: MINUTE_MS, sweeps: retentionSweeps(deps) },
    {
      interval_ms: HOUR_MS,
      sweeps: [
        {
          work: () => forgetOldTimes(database, new Date()),
          otherwise: 'old times of schedules could not be forgotten',
        },
      ],
    },
  ]
}
