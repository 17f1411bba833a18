import { readDirectory } from '@podium/contract/calls/directory.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DirectoryNotice } from './components/directory-parts.tsx'
import { AddPeople } from './directory/add-people.tsx'

export const load = ({ queries }: PageContext) => queries.prefetchQuery(q(readDirectory))

export function Page() {
  const navigate = useNavigate()
  const query = useQuery(q(readDirectory))
  const toList = () => void navigate(paths.accounts())
  return (
    <>
      <PageHeader
        title="Add from Directory"
        lead="People sign in with their directory password. Nothing is written to the directory."
      />
      <DirectoryNotice />
      {query.data?.configured ? (
        <AddPeople withReader={query.data.reader} onLeave={toList} />
      ) : (
        <Card flush>
          {queryPlaceholder(query, 'the directory') ?? (
            <EmptyState
              title={messages.not_working}
              action={<Button onClick={toList}>Back to Accounts</Button>}
            >
              No directory is configured for this installation.
            </EmptyState>
          )}
        </Card>
      )}
    </>
  )
}
