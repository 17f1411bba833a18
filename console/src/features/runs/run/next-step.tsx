import { type RunInfo, startRun } from '@podium/contract/calls/runs.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { Tier } from '@podium/contract/rules/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { paths } from '../../../navigation/paths.ts'
import type { Send } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import type { RunActions } from '../actions/use-run-actions.ts'
import { tierName } from '../components/tier-name.ts'
import styles from './run-page.module.css'

/** The one next step of a run that failed. */
export function NextStep({ run, actions }: { run: RunInfo; actions: RunActions }) {
  const { retry, startAgain, isStarting } = actions
  const { data } = useQuery(q(readWorkspace, { query: { workspace_id: run.workspace_id } }))
  const tiers = data?.execution_specs.map(({ name }) => name) ?? []
  const { is, tier } = nextStep(run, tiers)
  if (!data && is === 'no-larger-tier') return null
  return (
    <div className={classNames(layout.stackTight, styles.next)}>
      {is === 'change' && (
        <Link {...paths.newRun({ from: run.id, ws: run.workspace_id })} className={buttonClass()}>
          <Icon of={Pencil} />
          Change and run
        </Link>
      )}
      {(is === 'retry' || tier) && (
        <Button
          kind="primary"
          icon={retry.icon}
          busy={isStarting}
          disabledReason={retry.disabledReason}
          onClick={() => (tier ? startAgain((send) => startOnTier(run, tier, send)) : retry.onSelect())}
        >
          {tier ? `Retry on ${tierName(tier)}` : retry.label}
        </Button>
      )}
      <p className={text.sub}>{HINTS[is]}</p>
    </div>
  )
}

const HINTS = {
  'larger-tier': 'Same data and parameters.',
  'no-larger-tier':
    'This workspace has no larger tier. Ask an administrator to set one, or give the run less data.',
  retry: 'Same data, tier and parameters.',
  change: 'Its data, tier and parameters are filled in.',
}

function startOnTier(run: RunInfo, execution_spec: Tier, send: Send): Promise<RunInfo> {
  const { stream_id, pipeline, parameters, dataset_uri, model_from } = run
  return send(startRun, {
    params: { id: stream_id },
    body: {
      pipeline,
      parameters: { [pipeline]: parameters },
      dataset_uri,
      execution_spec,
      ...(model_from !== null && { model_from }),
    },
  })
}

type Failure = Pick<RunInfo, 'detail' | 'raw' | 'tier_given' | 'exit_code'>

/**
 * The one thing to do about a run that failed: out of memory asks for a larger tier, a lost machine for the same again,
 * anything else for other values.
 */
export function nextStep(run: Failure, offered: readonly Tier[]): { is: keyof typeof HINTS; tier?: Tier } {
  if (!lackedMemory(run)) return { is: wasLost(run) ? 'retry' : 'change' }
  const tier = largerTier(run.tier_given, offered)
  return tier ? { is: 'larger-tier', tier } : { is: 'no-larger-tier' }
}

/** Whether the next step is to retry the run as it was, so that its page offers that once. */
export function isRetryNext(run: RunInfo): boolean {
  return run.state === 'failed' && nextStep(run, []).is === 'retry'
}

/** From small to large, of one kind. */
const SIZES = ['low', 'standard', 'high'] as const

/** The next larger tier of the same kind that the workspace offers; null where there is none. */
export function largerTier(current: string, offered: readonly Tier[]): Tier | null {
  const suffix = current.endsWith('-gpu') ? '-gpu' : ''
  const position = SIZES.findIndex((size) => size + suffix === current)
  const larger = SIZES.slice(position + 1).map((size) => offered.find((tier) => tier === size + suffix))
  return larger.find((tier) => tier !== undefined) ?? null
}

/** Of a program that the system killed. */
const KILLED = 137

/** A program that ended with a code of its own only lost a helper process to the lack of memory. */
function lackedMemory({ detail, raw, exit_code }: Failure): boolean {
  if (exit_code !== null && exit_code !== KILLED) return false
  return Number(raw?.oom_kills) > 0 || /^out of memory/i.test(detail)
}

/** Where there is an exit code, the sentence holds words of the program itself. */
function wasLost({ detail, raw, exit_code }: Failure): boolean {
  return (
    exit_code === null &&
    (raw?.restarted === true || /restarted|watch(ed|ing)|lost|exit status/i.test(detail))
  )
}
