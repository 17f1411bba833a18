import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatNumber } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { VersionRows } from '../components/version-rows.tsx'

interface VersionsCardProps {
  solution: Solution
  /** The one that is looked at. */
  chosen: number | undefined
  tab: string | undefined
}

export function VersionsCard({ solution, chosen, tab }: VersionsCardProps) {
  const { id, workspace_id: ws, versions, version_count } = solution
  const compared = comparedVersions(
    versions.map(({ version_num }) => version_num),
    chosen,
  )
  const older = version_count - versions.length
  return (
    <Card
      title="Versions"
      note={formatNumber(version_count)}
      aside={
        compared && <Link {...paths.editSolution(id, { ws, tab: 'changes', ...compared })}>Compare</Link>
      }
      flush
      footer={older > 0 ? `${countOf(older, 'older version')} not shown` : undefined}
    >
      <VersionRows
        staying
        rows={versions.map((version, at) => ({
          id: version.id,
          version: version.version_num,
          title: version.pipelines.join(', ') || NOTHING,
          sub: (
            <>
              {version.created_by || NOTHING}, <Moment at={version.created_at} />
            </>
          ),
          current: version.version_num === chosen,
          to: paths.solution(id, {
            ws,
            ...(tab === undefined ? {} : { tab }),
            ...(at === 0 ? {} : { version: String(version.version_num) }),
          }),
        }))}
      />
    </Card>
  )
}

/** The version that is looked at beside the newest, or the newest beside the one before; nothing where there is one only. */
function comparedVersions(numbers: readonly number[], chosen: number | undefined) {
  const [newest, before] = numbers
  if (newest === undefined || before === undefined) return undefined
  return { from: String(chosen === newest ? before : chosen), to: String(newest) }
}
