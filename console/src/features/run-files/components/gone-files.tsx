import { readRetention } from '@podium/contract/calls/retention.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { ButtonLink } from '../../../navigation/button-link.tsx'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const DAY_MS = 86_400_000

/** When retention moved files of a run to the trash and when it removed them; null if it did not. */
export interface Gone {
  trashed_at: string | null
  removed_at: string | null
}

/** Returns when the log of a run was trashed or removed, undefined while it exists. */
export function goneLog({ logs_trashed_at, logs_removed_at }: RunInfo): Gone | undefined {
  return goneOf(logs_trashed_at, logs_removed_at)
}

/** Returns when the artifacts and the model of a run were trashed or removed, undefined while they exist. */
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
  /** the beginning of the sentence, with its verb: 'The log is' */
  what: string
  workspaceId: string
}

/** Shown in place of trashed or removed files: since when, and until when they can be restored. */
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
          <ButtonLink {...paths.workspace(workspaceId, { tab: 'storage' })}>Open the trash</ButtonLink>
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
