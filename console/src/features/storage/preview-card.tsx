import {
  applyRetention,
  previewRetention,
  type RetainedRun,
  type Retention,
  type RetentionRules,
} from '@podium/contract/calls/retention.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import { useChange } from '../../record/use-change.ts'
import { useSettled } from '../../record/use-settled.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { RunCell } from './run-cell.tsx'
import styles from './storage.module.css'

type Preview = ReplyOf<typeof previewRetention>

interface PreviewCardProps {
  workspaceId: string
  retention: Retention
  /** the revision of the rules that the form began with; rules saved since are not applied unseen */
  revision: number
  /** the rules as typed; undefined while they are invalid */
  rules: RetentionRules | undefined
  /** why they cannot be applied now */
  disabledReason: string | undefined
}

/** The runs that the typed rules would move to the trash now, and a button that applies them at once. */
export function PreviewCard({ workspaceId, retention, revision, rules, disabledReason }: PreviewCardProps) {
  const [pages, setPages] = useState({ page: 1, page_size: 10 })
  const { query, isSettled } = usePreview(workspaceId, rules, pages)
  const { data } = query
  const { change: apply, isBusy } = useApply(workspaceId, { revision, trash_days: retention.trash_days })
  const isNothing = data?.total === 0
  const reason =
    disabledReason ??
    (isSettled && data ? undefined : 'The preview is being read.') ??
    (isNothing ? 'Nothing goes to the trash.' : undefined)
  return (
    <Card
      title="Preview"
      note={data && countOf(data.total, 'run')}
      trailing={
        <Button
          small
          busy={isBusy}
          disabledReason={reason}
          onClick={() => {
            if (data) void apply(data)
          }}
        >
          Apply now
        </Button>
      }
      footer={
        <span className={text.muted}>
          Always kept: unfinished runs, models in use by a run or schedule, and each stream's newest model.
          {retention.next_at !== null && (
            <>
              {' '}
              Podium applies the saved rules every hour, next <Moment at={retention.next_at} />.
            </>
          )}
        </span>
      }
      flush
    >
      {rules === undefined ? (
        <Line>The rules are not complete: correct the marked fields to see what would go to the trash.</Line>
      ) : (
        <>
          {data && <Summary of={data} />}
          {isNothing ? (
            <Line>
              {(rules.logs ?? rules.artifacts)
                ? 'Nothing goes to the trash: these rules keep all runs that have ended.'
                : 'No rules set. Everything is kept.'}
            </Line>
          ) : (
            <DataTable<RetainedRun>
              name="Runs that would go to the trash"
              bare
              tall
              stale={query.isPlaceholderData}
              columns={[
                { id: 'run', header: 'Run', cell: (run) => <RunCell of={run} ws={workspaceId} /> },
                sizeColumn('Logs', 'logs_bytes'),
                sizeColumn('Artifacts', 'artifacts_bytes'),
              ]}
              rows={data?.runs}
              rowId={({ run_id }) => run_id}
              rowName={({ run_name }) => run_name}
              placeholder={queryPlaceholder(query, 'the preview', { tall: true })}
              foot={
                data && (
                  <Pagination
                    page={pages.page}
                    pageSize={pages.page_size}
                    total={data.total}
                    noun="run"
                    onPage={(page) => setPages({ ...pages, page })}
                    onPageSize={(page_size) => setPages({ page: 1, page_size })}
                  />
                )
              }
            />
          )}
        </>
      )}
    </Card>
  )
}

function Line({ children }: { children: string }) {
  return <p className={classNames(layout.inset, text.small, text.muted)}>{children}</p>
}

/** Reads the preview once typing pauses. */
function usePreview(
  id: string,
  rules: RetentionRules | undefined,
  pages: { page: number; page_size: number },
) {
  const typed = JSON.stringify(rules ?? null)
  const settled = useSettled(typed)
  const body = JSON.parse(settled) as RetentionRules | null
  const query = useQuery({
    ...q(previewRetention, { params: { id }, query: pages, body: body ?? {} }),
    meta: { reads: ['retention', 'model'] },
    placeholderData: keepPreviousData,
    enabled: body !== null,
  })
  return { query, isSettled: typed === settled && !query.isPlaceholderData }
}

function useApply(id: string, { revision, trash_days }: Pick<Retention, 'revision' | 'trash_days'>) {
  return useChange<Preview, ReplyOf<typeof applyRetention>>({
    confirm: (preview) => ({
      mode: 'edit',
      prompt: `Move the files of ${countOf(preview.total, 'run')} to the trash?`,
      yes: 'Apply now',
      detail: `${sizesOf(preview)} go to the trash. There they can be restored for ${countOf(trash_days, 'day')}, and then they are removed.`,
    }),
    change: ({ as_of }, send) => send(applyRetention, { params: { id }, body: { as_of, revision } }),
    tell: (done) => ({
      snackbar:
        done.runs === 0
          ? 'No files had to be moved to the trash.'
          : `Files of ${countOf(done.runs, 'run')} went to the trash: ${sizesOf(done)}.`,
    }),
    failed: 'The rules were not applied.',
  })
}

function Summary({ of: preview }: { of: Preview }) {
  const { total, unmeasured } = preview
  if (total === 0 && unmeasured === 0) return null
  return (
    <div className={styles.notes}>
      {total > 0 && (
        <p role="status" className={text.small}>
          <b className={text.strong}>{sizesOf(preview)}</b> of {countOf(total, 'run')} would go to the trash.
        </p>
      )}
      {unmeasured > 0 && (
        <Note tone="info">
          The files of {countOf(unmeasured, 'run')} are not measured yet, so they are left out.
        </Note>
      )}
    </div>
  )
}

type Sizes = Pick<Preview, 'logs_bytes' | 'artifacts_bytes'>

/** '1.20 GB of artifacts and 30.00 MB of logs' */
function sizesOf({ logs_bytes, artifacts_bytes }: Sizes): string {
  const parts = [
    ...(artifacts_bytes > 0 ? [`${formatFileSize(artifacts_bytes)} of artifacts`] : []),
    ...(logs_bytes > 0 ? [`${formatFileSize(logs_bytes)} of logs`] : []),
  ]
  return parts.join(' and ') || 'Files without a size'
}

function sizeColumn(header: string, id: keyof Sizes) {
  return {
    id,
    header,
    numeric: true,
    cell: (run: RetainedRun) => (run[id] === 0 ? 'stay' : formatFileSize(run[id])),
  }
}
