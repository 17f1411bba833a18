import { readObject } from '@podium/contract/calls/objects.ts'
import { modelFileName } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, GitCompareArrows, Pencil } from 'lucide-react'
import { addressOf } from '../../api/address-of.ts'
import { q } from '../../api/query.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import layout from '../../theme/layout.module.css'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/drawing/icon.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { goneArtifacts } from '../run-files/components/gone-files.tsx'
import { RunChip } from '../runs/components/run-cells.tsx'
import { StarButton } from '../runs/components/star-button.tsx'
import type { RunActions } from '../runs/components/use-run-actions.ts'
import { isRetryNext } from './next-step.tsx'
import { OtherRun } from './other-run.tsx'
import styles from './run-page.module.css'

/** The head of a run's page: its name, state, star and tags, who started it, and the actions. */
export function RunHead({ run, actions }: { run: RunInfo; actions: RunActions }) {
  const { stop, retry, changed, deletion, isStarting } = actions
  const hasRetry = !isLive(run.state) && !isRetryNext(run)
  return (
    <PageHeader
      title={run.name}
      beside={
        <>
          <RunChip state={run.state} />
          <StarButton run={run} />
          <Tags run={run} />
        </>
      }
      lead={<Lead run={run} />}
      actions={
        <>
          <CompareButton run={run} />
          {hasRetry && (
            <Button
              icon={retry.icon}
              busy={isStarting}
              disabledReason={retry.disabledReason}
              onClick={retry.onSelect}
            >
              {retry.label}
            </Button>
          )}
          {run.model_version !== '' && !goneArtifacts(run) && <ModelButton run={run} />}
          <MoreMenu label={`More for ${run.name}`} outline items={[changed, 'divider', deletion]} />
          {isLive(run.state) && (
            <Button
              kind="danger"
              icon={stop.icon}
              disabledReason={stop.disabledReason}
              onClick={stop.onSelect}
            >
              {stop.label}
            </Button>
          )}
        </>
      }
    />
  )
}

function Lead({ run }: { run: RunInfo }) {
  const ws = run.workspace_id
  return (
    <span className={styles.lead}>
      <Link {...paths.solution(run.solution_id, { ws, version: String(run.version_num) })}>
        {run.solution_name} {formatVersion(run.version_num)}
      </Link>
      , stream{' '}
      <Link {...paths.models({ ws, q: run.instance_name, open: run.stream_id })}>{run.stream_name}</Link>,
      started by {run.created_by}
      {run.model_version !== '' && (
        <>
          . Model:{' '}
          <Link {...paths.model(run.id, { ws })}>
            {run.stream_name} {formatVersion(run.model_version)}
          </Link>
        </>
      )}
      {run.model_from !== null && (
        <>
          . Model: <OtherRun id={run.model_from} asModel />
        </>
      )}
      <span className={layout.onPaper}>
        Created {formatDateTime(run.created_at)}
        {run.ended_at !== null && `, ended ${formatDateTime(run.ended_at)}`}
      </span>
    </span>
  )
}

function Tags({ run: { tags } }: { run: RunInfo }) {
  const { targetWith } = useAddress()
  return (
    <span className={layout.wrap}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      <Link
        {...targetWith({ tab: 'notes' })}
        replace
        resetScroll={false}
        aria-label="Edit tags and note"
        title="Edit tags and note"
        className={styles.edit}
      >
        <Icon of={Pencil} size={14} />
      </Link>
    </span>
  )
}

/** Opens the comparison with the run before this one in its stream. */
function CompareButton({ run }: { run: RunInfo }) {
  const navigate = useNavigate()
  const { workspace_id, stream_id, created_at, id } = run
  const { data } = useQuery(
    q(listRuns, { query: { workspace_id, stream_id, to: created_at, sort: '-created_at', page_size: 2 } }),
  )
  const before = data?.stream_histories.find((other) => other.id !== id && other.created_at <= created_at)
  return (
    <Button
      icon={GitCompareArrows}
      disabledReason={
        before ? undefined : 'This is the first run of its stream, so there is none to compare it with.'
      }
      onClick={() => before && void navigate(paths.compare({ ws: workspace_id, runs: `${id},${before.id}` }))}
    >
      Compare
    </Button>
  )
}

function ModelButton({ run }: { run: RunInfo }) {
  const path = `streams/${run.stream_id}/${run.id}/${run.attempt}/model.tar.gz`
  return (
    <LinkButton
      icon={Download}
      href={addressOf(readObject, { params: { id: run.workspace_id, path }, query: { direct: '1' } })}
      download={modelFileName(run)}
      title={`Download the model as ${modelFileName(run)}`}
    >
      Model {formatVersion(run.model_version)}
    </LinkButton>
  )
}
