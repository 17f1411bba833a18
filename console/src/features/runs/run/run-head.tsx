import type { RunInfo } from '@podium/contract/runs.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, RotateCcw, Square, Trash2 } from 'lucide-react'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { withRun } from '../actions/consequences.ts'
import type { RunReasons } from '../actions/run-reasons.ts'
import { useDelete } from '../actions/use-delete.tsx'
import { useStop } from '../actions/use-stop.tsx'
import { RunChip } from '../components/run-chip.tsx'
import styles from './run-page.module.css'

interface RunHeadProps {
  run: RunInfo
  reasons: RunReasons
  retry: { busy: boolean; start: () => void }
}

/** Who asked for what, and what can be done with it now. */
export function RunHead({ run, reasons, retry }: RunHeadProps) {
  const ws = run.workspace_id
  const navigate = useNavigate()
  const remove = useDelete()
  const { stop, dialog } = useStop()

  async function removeRun() {
    const gone = await remove({ id: run.id, consequences: withRun(run) })
    if (gone) void navigate(paths.models({ ws }))
  }
  return (
    <>
      <PageHeader
        title={run.name}
        beside={<RunChip state={run.state} />}
        lead={
          <span className={styles.lead}>
            <Link {...paths.solution(run.solution_id, { ws, version: String(run.version_num) })}>
              {run.solution_name} {formatVersion(run.version_num)}
            </Link>
            , stream{' '}
            <Link {...paths.models({ ws, q: run.instance_name, open: run.stream_id })}>
              {run.stream_name}
            </Link>
            , asked by {run.created_by} on <Moment at={run.created_at} />
          </span>
        }
        actions={
          <>
            <Button icon={RotateCcw} busy={retry.busy} reason={reasons.retry} onClick={retry.start}>
              Retry
            </Button>
            <Button icon={Square} reason={reasons.stop} onClick={() => stop(run)}>
              Stop
            </Button>
            <Menu
              trigger={<IconButton outline icon={Ellipsis} label={`More for ${run.name}`} />}
              items={[
                {
                  label: 'Change and run',
                  icon: Pencil,
                  onSelect: () => void navigate(paths.newRun({ from: run.id, ws })),
                },
                'divider',
                {
                  label: 'Delete',
                  icon: Trash2,
                  removes: true,
                  reason: reasons.delete,
                  onSelect: () => void removeRun(),
                },
              ]}
            />
          </>
        }
      />
      {dialog}
    </>
  )
}
