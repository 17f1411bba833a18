import { readRetention } from '@podium/contract/calls/retention.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const DAY_MS = 86_400_000

/** When files of a run went to the trash, and when the retention of the workspace removed them; null where they did not. */
export interface Gone {
  trashed_at: string | null
  removed_at: string | null
}

/** Whether the log of a run went, and when; undefined while it is there. */
export function goneLog({ logs_trashed_at, logs_removed_at }: RunInfo): Gone | undefined {
  return goneOf(logs_trashed_at, logs_removed_at)
}

/** The same of its artifacts, and of the model among them. */
export function goneArtifacts(of: {
  artifacts_trashed_at: string | null
  artifacts_removed_at: string | null
}): Gone | undefined {
  return goneOf(of.artifacts_trashed_at, of.artifacts_removed_at)
}

function goneOf(trashed_at: string | null, removed_at: string | null): Gone | undefined {
  return trashed_at === null && removed_at === null ? undefined : { trashed_at, removed_at }
}

interface GoneFilesProps {
  gone: Gone
  /** what went, with its verb: 'The log is' */
  what: string
  workspaceId: string
}

/** In the place of files that retention took: since when, and until when they can be restored. */
export function GoneFiles({ gone: { trashed_at, removed_at }, what, workspaceId }: GoneFilesProps) {
  if (removed_at !== null || trashed_at === null)
    return (
      <EmptyState title={`${what} no longer stored`}>
        Removed by the retention rules of the workspace on <Moment at={removed_at} />. This cannot be undone.
      </EmptyState>
    )
  return <InTrash since={trashed_at} what={what} workspaceId={workspaceId} />
}

function InTrash({ since, what, workspaceId }: { since: string; what: string; workspaceId: string }) {
  const mayNot = useDisabledReason('retention.edit')
  const { data } = useQuery(q(readRetention, { params: { id: workspaceId } }))
  const until = data && Date.parse(since) + data.trash_days * DAY_MS
  return (
    <EmptyState
      title={`${what} in the trash`}
      action={
        mayNot === undefined && (
          <Link {...paths.workspace(workspaceId, { tab: 'storage' })} className={buttonClass()}>
            Open the trash
          </Link>
        )
      }
    >
      Moved there by the rules of the workspace on <Moment at={since} />.{' '}
      {mayNot ? 'A manager of the workspace' : 'You'} can restore these files
      {until !== undefined && (
        <>
          {' '}
          until <Moment at={until} />
        </>
      )}
      .
    </EmptyState>
  )
}
