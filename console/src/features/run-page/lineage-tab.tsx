import { readModel } from '@podium/contract/calls/models.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { RunChip } from '../runs/components/run-cells.tsx'
import { RunData } from '../runs/components/run-data.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { OtherRun } from './other-run.tsx'
import styles from './run-page.module.css'

/** Shows the run's inputs, and the model and runs that came from it. */
export function LineageTab({ run }: { run: RunInfo }) {
  const ws = run.workspace_id
  return (
    <Card title="Lineage">
      <div className={styles.lineage}>
        <Column title="Created from">
          <Thing kind="Data">
            <RunData run={run} />
          </Thing>
          <Thing kind="Solution version">
            <Link {...paths.solution(run.solution_id, { ws, version: String(run.version_num) })}>
              {run.solution_name} {formatVersion(run.version_num)}
            </Link>
          </Thing>
          {run.model_from !== null && (
            <Thing kind="Model">
              <OtherRun id={run.model_from} asModel />
            </Thing>
          )}
          {run.retry_of !== null && (
            <Thing kind="Retry of">
              <OtherRun id={run.retry_of} />
            </Thing>
          )}
        </Column>
        <Icon of={ArrowRight} className={text.muted} />
        <Column title="This run">
          <Thing kind={run.pipeline === 'train' ? 'Training' : 'Inference'}>
            {run.name} <RunChip state={run.state} />
          </Thing>
        </Column>
        <Icon of={ArrowRight} className={text.muted} />
        <Column title="Produced by it">
          {run.model_version === '' ? <Nothing run={run} /> : <MadeModel run={run} />}
        </Column>
      </div>
    </Card>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classNames(text.note, text.strong)}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function Thing({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <li>
      <span className={text.sub}>{kind}</span>
      <span className={text.small}>{children}</span>
    </li>
  )
}

function Nothing({ run }: { run: RunInfo }) {
  return (
    <Thing kind={run.pipeline === 'train' ? 'Model' : 'Files'}>
      {run.pipeline === 'train' ? (
        'No model'
      ) : (
        <Link {...paths.run(run.id, { ws: run.workspace_id, tab: 'artifacts' })}>Artifacts</Link>
      )}
    </Thing>
  )
}

/** The model with the inference runs that used it. */
function MadeModel({ run }: { run: RunInfo }) {
  const { data } = useQuery(q(readModel, { params: { id: run.id } }))
  const uses = data?.uses ?? []
  const more = (data?.use_count ?? 0) - uses.length
  return (
    <>
      <Thing kind="Model">
        <Link {...paths.model(run.id, { ws: run.workspace_id })}>
          {run.stream_name} {formatVersion(run.model_version)}
        </Link>
      </Thing>
      {uses.map((use) => (
        <Thing key={use.run_id} kind="Inference">
          <RunLink run={{ id: use.run_id, name: use.run_name }} />
        </Thing>
      ))}
      {more > 0 && <Thing kind="Inference">{countOf(more, 'more run', 'more runs')}</Thing>}
    </>
  )
}
