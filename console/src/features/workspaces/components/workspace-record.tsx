import { readWorkspace, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { paths } from '../../../navigation/paths.ts'
import { useRecordId } from '../../../navigation/use-address.ts'
import { RecordPage } from '../../../record/record-page.tsx'

function workspaceQuery(id: string) {
  return queryOptions({
    ...q(readWorkspace, { query: { workspace_id: id } }),
    // The call also answers registration clients, for which a bucket may have two names.
    select: ({ s3_bucket_name: bucket, ...info }): Workspace => ({
      ...info,
      s3_bucket_name: typeof bucket === 'string' ? bucket : bucket.private,
    }),
  })
}

export async function loadWorkspace({ queries, params }: PageContext) {
  await queries.prefetchQuery(workspaceQuery(params.id ?? ''))
}

export function WorkspaceRecord(props: { title: string; children: (workspace: Workspace) => ReactNode }) {
  const { title, children } = props
  return (
    <RecordPage
      query={useQuery(workspaceQuery(useRecordId()))}
      title={title}
      noun="workspace"
      name={({ display_name }) => `${display_name}, ${title}`}
      back={{ target: paths.workspaces(), label: 'All workspaces' }}
      missing="There is nothing here that you may see."
    >
      {children}
    </RecordPage>
  )
}
