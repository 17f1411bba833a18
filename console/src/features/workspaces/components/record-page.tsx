import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { useNamedPage } from '../../../navigation/page-name.tsx'
import { paths } from '../../../navigation/paths.ts'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { recordQuery } from './workspace-record.ts'

interface RecordPageProps {
  title: string
  children: (workspace: Workspace) => ReactNode
}

const WORDS = { loading: 'Loading the workspace', failed: 'The workspace could not be read' }

/** A page of the workspace its address names; without it, why there is none. */
export function RecordPage({ title, children }: RecordPageProps) {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useQuery(recordQuery(id))
  const { data, error } = query
  useNamedPage(data ? `${data.display_name}, ${title}` : '')
  if (data) return children(data)
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            title="There is nothing here that you may see."
            drawing="lock"
            action={
              <Link {...paths.workspaces()} className={buttonClass()}>
                All workspaces
              </Link>
            }
          />
        ) : (
          insteadOf(query, WORDS)
        )}
      </Card>
    </>
  )
}
