import { listRecentVersions } from '@podium/contract/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { NOTHING } from '../../format/nothing.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { VersionRows } from '../solutions/components/version-rows.tsx'

const SHOWN = 6
const WORDS = { loading: 'Loading solution versions', failed: 'The solution versions could not be read' }

export function RecentVersionsCard() {
  const { id: ws } = useWorkspace()
  const query = useQuery(q(listRecentVersions, { query: { workspace_id: ws } }))
  const versions = query.data?.solution_name_versions ?? []
  return (
    <Card title="Recent solution versions" flush>
      {queryPlaceholder(query, WORDS, { rows: 3, tall: true })}
      {query.data && versions.length === 0 && (
        <EmptyState title="No solutions yet">Registered versions appear here.</EmptyState>
      )}
      <VersionRows
        rows={versions
          .slice(0, SHOWN)
          .map(({ solution_id, solution_name, version_num, created_at, created_by }) => ({
            id: `${solution_id} ${version_num}`,
            version: version_num,
            title: solution_name,
            sub: (
              <>
                {created_by || NOTHING}, <Moment at={created_at} />
              </>
            ),
            to: paths.solution(solution_id, { ws, version: String(version_num) }),
          }))}
      />
    </Card>
  )
}
