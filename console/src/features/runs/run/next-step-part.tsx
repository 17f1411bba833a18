import type { RunInfo } from '@podium/contract/runs.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { q } from '../../../api/query.ts'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { tierName } from '../components/tier-name.ts'
import { nextStep } from './next-step.ts'
import styles from './run-page.module.css'
import { useLargerTier } from './use-larger-tier.ts'

interface NextStepPartProps {
  run: RunInfo
  retry: { busy: boolean; reason: string | undefined; start: () => void }
}

/** The one next step of a run that failed. */
export function NextStepPart({ run, retry }: NextStepPartProps) {
  const { data } = useQuery(q(readWorkspace, { query: { workspace_id: run.workspace_id } }))
  const larger = useLargerTier()
  if (!data) return null
  const step = nextStep(
    run,
    data.execution_specs.map(({ name }) => name),
  )
  if (step.is === 'larger-tier')
    return (
      <div className={styles.next}>
        <Button
          kind="primary"
          wide
          icon={RotateCcw}
          busy={larger.busy}
          reason={retry.reason}
          onClick={() => larger.start(run, step.tier)}
        >
          Retry on {tierName(step.tier)}
        </Button>
        <p className={styles.quiet}>Same data and parameters.</p>
      </div>
    )
  if (step.is === 'no-larger-tier')
    return (
      <p className={styles.quiet}>
        This workspace has no larger tier. Ask an administrator to set one, or give the run less data.
      </p>
    )
  if (step.is === 'retry')
    return (
      <div className={styles.next}>
        <Button
          kind="primary"
          wide
          icon={RotateCcw}
          busy={retry.busy}
          reason={retry.reason}
          onClick={retry.start}
        >
          Run it again
        </Button>
        <p className={styles.quiet}>Same data, tier and parameters.</p>
      </div>
    )
  return (
    <div className={styles.next}>
      <Link
        {...paths.newRun({ from: run.id, ws: run.workspace_id })}
        className={buttonClass({ kind: 'outline', wide: true })}
      >
        Change and run
      </Link>
      <p className={styles.quiet}>Its data, tier and parameters are filled in.</p>
    </div>
  )
}
