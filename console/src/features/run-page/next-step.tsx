import { type RunInfo, startRun } from '@podium/contract/calls/runs.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import type { Tier } from '@podium/contract/rules/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { q } from '../../api/query.ts'
import { ButtonLink } from '../../navigation/button-link.tsx'
import { paths } from '../../navigation/paths.ts'
import type { Send } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { dataAddresses } from '../runs/components/data-addresses.ts'
import { tierName } from '../runs/components/tier-name.ts'
import type { RunActions } from '../runs/components/use-run-actions.ts'
import styles from './run-page.module.css'

export function NextStep({ run, actions }: { run: RunInfo; actions: RunActions }) {
  const { retry, startAgain, isStarting } = actions
  const { data } = useQuery(q(readWorkspace, { query: { workspace_id: run.workspace_id } }))
  const tiers = data?.execution_specs.map(({ name }) => name) ?? []
  const { is, tier } = nextStep(run, tiers)
  if (!data && is === 'no-larger-tier') return null
  return (
    <div className={classNames(layout.stackTight, styles.next)}>
      {is === 'change' && (
        <ButtonLink {...paths.newRun({ from: run.id, ws: run.workspace_id })}>
          <Icon of={Pencil} />
          Change and run
        </ButtonLink>
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

async function startOnTier(run: RunInfo, execution_spec: Tier, send: Send): Promise<RunInfo> {
  const { programOfRun } = await import('../runs/components/run-program.ts')
  const { stream_id, pipeline, parameters, model_from, solution_version_id } = run
  const program = programOfRun(run)
  return send(startRun, {
    params: { id: stream_id },
    body: {
      pipeline,
      parameters: { [pipeline]: parameters },
      dataset_uri: dataAddresses(run),
      execution_spec,
      solution_version_id,
      ...(program && { program }),
      ...(model_from !== null && { model_from }),
    },
  })
}

type Failure = Pick<RunInfo, 'detail' | 'raw' | 'tier_given' | 'exit_code'>

/**
 * Returns the next step after a failed run: a larger tier if it ran out of memory, a retry if its machine was lost, or
 * else a run with other values.
 */
export function nextStep(run: Failure, offered: readonly Tier[]): { is: keyof typeof HINTS; tier?: Tier } {
  if (!lackedMemory(run)) return { is: wasLost(run) ? 'retry' : 'change' }
  const tier = largerTier(run.tier_given, offered)
  return tier ? { is: 'larger-tier', tier } : { is: 'no-larger-tier' }
}

/** True if the next step is a retry, so that the head of the page does not offer it again. */
export function isRetryNext(run: RunInfo): boolean {
  return run.state === 'failed' && nextStep(run, []).is === 'retry'
}

/** The sizes of tiers, ascending. */
const SIZES = ['low', 'standard', 'high'] as const

/** Returns the next larger tier of the same kind that the workspace offers, null if there is none. */
export function largerTier(current: string, offered: readonly Tier[]): Tier | null {
  const suffix = current.endsWith('-gpu') ? '-gpu' : ''
  const position = SIZES.findIndex((size) => size + suffix === current)
  const larger = SIZES.slice(position + 1).map((size) => offered.find((tier) => tier === size + suffix))
  return larger.find((tier) => tier !== undefined) ?? null
}

/** The exit code of a program killed by SIGKILL. */
const KILLED = 137

/** True if the run itself was out of memory. With an exit code of its own, only a child process was killed. */
function lackedMemory({ detail, raw, exit_code }: Failure): boolean {
  if (exit_code !== null && exit_code !== KILLED) return false
  return Number(raw?.oom_kills) > 0 || /^out of memory/i.test(detail)
}

/** True if the machine was lost. With an exit code, `detail` has the program's own words and says nothing about it. */
function wasLost({ detail, raw, exit_code }: Failure): boolean {
  return (
    exit_code === null &&
    (raw?.restarted === true || /restarted|watch(ed|ing)|lost|exit status/i.test(detail))
  )
}
