import type { ModelInfo } from '@podium/contract/calls/models.ts'
import { Link } from '@tanstack/react-router'
import { Box, Database, GitFork, type LucideIcon, Package, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { RunData } from '../../runs/components/run-data.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import { solutionWords } from '../components/model-list.tsx'
import styles from './model-page.module.css'

/** Shows the data and the code, the run, the model and the runs that used it, from left to right. */
export function LineageCard({ model }: { model: ModelInfo }) {
  const ws = model.workspace_id
  const [used] = model.uses
  const [data, ...more] = model.dataset_uri
  return (
    <Card title="Lineage" note="from the data to the runs that used it">
      <ol className={styles.lineage}>
        <li className={styles.pair}>
          <Step
            icon={Database}
            kind="Data"
            sub={more.length > 0 && `and ${countOf(more.length, 'more address', 'more addresses')}`}
          >
            {data === undefined ? 'Sample data of the version' : <DataOfModel model={model} address={data} />}
          </Step>
          <Step icon={Package} kind="Solution">
            <Link {...paths.solution(model.solution_id, { ws, version: String(model.version_num) })}>
              {solutionWords(model)}
            </Link>
          </Step>
        </li>
        <li>
          <Step icon={Play} kind="Run" sub={model.created_by}>
            <RunLink run={{ id: model.run_id, name: model.run_name }} />
          </Step>
        </li>
        <li>
          <Step
            icon={Box}
            kind="Model"
            sub={
              <>
                stream{' '}
                <Link {...paths.modelList({ ws, stream_id: model.stream_id })} className={styles.stream}>
                  {model.stream_name}
                </Link>
              </>
            }
            isCurrent
          >
            {model.name}
          </Step>
        </li>
        <li>
          <Step
            icon={GitFork}
            kind="Inference"
            isEmpty={!used}
            sub={
              used && (
                <>
                  the last <Moment at={used.created_at} />
                </>
              )
            }
          >
            {used ? countOf(model.use_count, 'run') : 'Not used yet'}
          </Step>
        </li>
      </ol>
    </Card>
  )
}

function DataOfModel({ model, address }: { model: ModelInfo; address: string }) {
  return (
    <span title={address}>
      <RunData run={{ ...model, dataset_uri: [address] }} />
    </span>
  )
}

interface StepProps {
  icon: LucideIcon
  kind: string
  sub?: ReactNode
  isCurrent?: boolean
  /** true if there is nothing to show yet */
  isEmpty?: boolean
  children: ReactNode
}

function Step({ icon, kind, sub, isCurrent, isEmpty, children }: StepProps) {
  return (
    <div
      className={classNames(styles.step, isCurrent && styles.current, isEmpty && styles.empty)}
      aria-current={isCurrent || undefined}
    >
      <span className={classNames(text.note, styles.kind)}>
        <Icon of={icon} size={14} />
        {kind}
      </span>
      <span className={classNames(text.cut, isEmpty ? text.muted : text.strong)}>{children}</span>
      {sub && <span className={text.sub}>{sub}</span>}
    </div>
  )
}
