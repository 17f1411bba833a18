import type { Metadata } from '@podium/contract/metadata.ts'
import { tierOf } from '@podium/contract/metadata-pipeline.ts'
import { readSolution, readVersion, type Solution, type Version } from '@podium/contract/solutions.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { q } from '../../api/query.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress, useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import layout from '../../theme/layout.module.css'
import { classNames } from '../../ui/class-names.ts'
import { loadMarkdown } from '../../ui/code/prose.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConnectionNote, Note } from '../../ui/feedback/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { VersionRows } from './components/version-rows.tsx'
import { DescriptionCard, leadOf } from './detail/description-card.tsx'
import { RatingCard } from './detail/rating-card.tsx'
import { SolutionHeader } from './detail/solution-header.tsx'
import { chosenVersion, useVersion, versionPlaceholder } from './detail/solution-queries.tsx'
import { useRegisterDialog } from './register/use-register-dialog.tsx'
import styles from './solution-page.module.css'

// What the author wrote shows before the code of the tables below it has come.
const UsesPart = lazyPart(async () => (await import('./detail/uses-part.tsx')).UsesPart)
const MadePart = lazyPart(async () => (await import('./detail/made-part.tsx')).MadePart)
const UsersCard = lazyPart(async () => (await import('./detail/uses-part.tsx')).UsersCard)

export async function load({ queries, params, search }: PageContext) {
  const id = params.id ?? ''
  void loadMarkdown().catch(() => {})
  const solution = await queries.fetchQuery(q(readSolution, { params: { id } })).catch(() => null)
  const n = chosenVersion(search.version, solution?.versions[0]?.version_num)
  if (n !== undefined) await queries.prefetchQuery(q(readVersion, { params: { id, n } }))
}

export function Page() {
  const id = useRecordId()
  return (
    <RecordPage
      query={useQuery(q(readSolution, { params: { id } }))}
      title="AI Solution"
      noun="solution"
      name={({ name }) => name}
      missing="There is nothing here that you may see."
      back={{ place: paths.solutions(), label: 'All solutions' }}
    >
      {(solution) => <SolutionView solution={solution} />}
    </RecordPage>
  )
}

function SolutionView({ solution }: { solution: Solution }) {
  const { search } = useAddress()
  const newest = solution.versions[0]?.version_num
  const chosen = chosenVersion(search.version, newest)
  const { query, metadata } = useVersion(solution.id, chosen)
  const { data: version } = query
  const register = useRegisterDialog(solution)
  const { connected } = useLiveRuns()
  const isPhone = useIsPhone()
  const rating = <RatingCard solution={solution} />
  return (
    <>
      <SolutionHeader
        solution={solution}
        chosen={chosen}
        lead={metadata ? leadOf(metadata) : undefined}
        register={register}
      />
      <ConnectionNote connected={connected} />
      <div className={styles.columns}>
        <div className={styles.versions}>
          <VersionsCard solution={solution} chosen={chosen} tab={search.tab} />
        </div>
        <div className={classNames(layout.stack, styles.main)}>
          {chosen !== newest && (
            <Note tone="info">
              This is {formatVersion(chosen)}; the newest is{' '}
              <Link {...paths.solution(solution.id, { ws: solution.workspace_id })}>
                {formatVersion(newest)}
              </Link>
              .
            </Note>
          )}
          {version && <Facts version={version} metadata={metadata} />}
          {metadata && <DescriptionCard metadata={metadata} />}
          {!version && chosen !== undefined && <Card flush>{versionPlaceholder(query, chosen)}</Card>}
          {/* On a phone there is no column beside: the rating comes before the long tables, in reach. */}
          {isPhone && rating}
          <Uses solution={solution} />
          {version && (
            <Suspense>
              <MadePart version={version} metadata={metadata} />
            </Suspense>
          )}
        </div>
        <div className={classNames(layout.stack, styles.people)}>
          {!isPhone && rating}
          <Suspense>
            <UsersCard solution={solution} />
          </Suspense>
        </div>
      </div>
      {register.dialog}
    </>
  )
}

function Uses({ solution }: { solution: Solution }) {
  if (solution.instance_count > 0 || solution.run_count > 0)
    return (
      <Suspense>
        <UsesPart solution={solution} />
      </Suspense>
    )
  return (
    <Card title="Streams and runs" flush>
      <EmptyState title="Nobody uses this solution yet">
        New Run starts the first run, with an instance and a stream of its own.
      </EmptyState>
    </Card>
  )
}

function Facts({ version, metadata }: { version: Version; metadata: Metadata | null }) {
  return (
    <FactStrip>
      <Fact term="Registered by">
        {version.created_by || NOTHING}, <Moment at={version.created_at} />
      </Fact>
      <Fact term="Pipelines">{version.pipelines.join(', ') || NOTHING}</Fact>
      <Fact term="Default tier">{metadata ? tiersOf(metadata) : NOTHING}</Fact>
      <Fact term="Size">{formatFileSize(version.size)}</Fact>
    </FactStrip>
  )
}

/** The tiers the pipelines ask for; a pipeline that names none gets Standard. */
function tiersOf({ pipeline }: Metadata): string {
  const labels = pipeline.map((one) => ({ type: one.type, tier: tierLabels[tierOf(one) ?? 'standard'] }))
  const isOne = new Set(labels.map(({ tier }) => tier)).size === 1
  return isOne ? (labels[0]?.tier ?? NOTHING) : labels.map(({ type, tier }) => `${type} ${tier}`).join(', ')
}

interface VersionsCardProps {
  solution: Solution
  /** the one that is shown */
  chosen: number | undefined
  tab: string | undefined
}

function VersionsCard({ solution, chosen, tab }: VersionsCardProps) {
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

/** The version that is shown beside the newest, or the newest beside the one before; nothing where there is one only. */
function comparedVersions(numbers: readonly number[], chosen: number | undefined) {
  const [newest, before] = numbers
  if (newest === undefined || before === undefined) return undefined
  return { from: String(chosen === newest ? before : chosen), to: String(newest) }
}
