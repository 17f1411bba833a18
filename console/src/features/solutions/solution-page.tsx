import {
  readVersion,
  type Solution,
  type Version,
  type VersionDetail,
} from '@podium/contract/calls/solutions.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { checkMetadata, type Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { folderState } from '@podium/contract/solution-metadata/metadata-description.ts'
import { tierOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { q } from '../../api/query.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
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
import { Mono } from '../../ui/text/mono.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { VersionRows } from './components/version-rows.tsx'
import { DescriptionCard, leadOf, RatingCard } from './detail/about-cards.tsx'
import { SolutionHeader } from './detail/solution-header.tsx'
import styles from './solution-page.module.css'
import {
  isUsed,
  loadSolution,
  newestOf,
  SolutionRecord,
  versionNamed,
  versionPlaceholder,
} from './solution-record.tsx'

// The author's description is shown before the code of the tables below is loaded.
const UsesPart = lazyPart(async () => (await import('./detail/lazy-parts.tsx')).UsesPart)
const MadePart = lazyPart(async () => (await import('./detail/lazy-parts.tsx')).MadePart)
const UsersCard = lazyPart(async () => (await import('./detail/lazy-parts.tsx')).UsersCard)

export function load(at: PageContext) {
  void loadMarkdown().catch(() => {})
  return loadSolution(at, at.search.version)
}

export function Page() {
  return (
    <SolutionRecord title="AI Solution" noun="solution">
      {(solution) => <SolutionView solution={solution} />}
    </SolutionRecord>
  )
}

function SolutionView({ solution }: { solution: Solution }) {
  const { search } = useAddress()
  const newest = newestOf(solution)
  const chosen = versionNamed(search.version, newest) ?? newest
  const query = useQuery(q(readVersion, { params: { id: solution.id, n: chosen } }))
  const { data: version } = query
  const metadata = useMemo(() => metadataOf(version), [version])
  const { connected } = useLiveRuns()
  const isPhone = useIsPhone()
  const rating = <RatingCard solution={solution} />
  return (
    <>
      <SolutionHeader solution={solution} chosen={chosen} lead={metadata ? leadOf(metadata) : undefined} />
      <ConnectionNote connected={connected} />
      <div className={classNames(layout.stack, styles.columns)}>
        <VersionsCard solution={solution} chosen={chosen} />
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
          {!version && <Card flush>{versionPlaceholder(query, chosen)}</Card>}
          {/* A phone has no side column: the rating comes before the long tables. */}
          {isPhone && rating}
          {isUsed(solution) ? (
            <Suspense>
              <UsesPart solution={solution} />
            </Suspense>
          ) : (
            <Card title="Streams and runs" flush>
              <EmptyState title="This solution is not used yet">
                New Run starts the first run, with an instance and a stream of its own.
              </EmptyState>
            </Card>
          )}
        </div>
        <div className={classNames(layout.stack, styles.aside)}>
          {!isPhone && rating}
          <Suspense>
            <UsersCard solution={solution} />
          </Suspense>
        </div>
        {version && (
          <div className={classNames(layout.stack, styles.below)}>
            <Suspense>
              <MadePart version={version} metadata={metadata} />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}

/** Returns the validated metadata, or null if it is invalid. */
function metadataOf(version: VersionDetail | undefined): Metadata | null {
  const checked = version && checkMetadata(version.metadata_json)
  return checked && 'metadata' in checked ? checked.metadata : null
}

function Facts({ version, metadata }: { version: Version; metadata: Metadata | null }) {
  const folder = metadata && folderState(metadata)
  return (
    <FactStrip>
      <Fact term="Registered by">
        {version.created_by || NOTHING}, <Moment at={version.created_at} />
      </Fact>
      {folder !== null && (
        <Fact term="Folder">
          <Mono>{folder}</Mono>
        </Fact>
      )}
      <Fact term="Pipelines">{version.pipelines.join(', ') || NOTHING}</Fact>
      <Fact term="Default tier">{metadata ? tiersOf(metadata) : NOTHING}</Fact>
      <Fact term="Size">{version.size > 0 ? formatFileSize(version.size) : NOTHING}</Fact>
    </FactStrip>
  )
}

/** Names the tiers of the pipelines. One that names none gets Standard. */
function tiersOf({ pipeline }: Metadata): string {
  const tiers = pipeline.map((one) => tierLabels[tierOf(one) ?? 'standard'])
  if (new Set(tiers).size === 1) return tiers[0] ?? NOTHING
  return pipeline.map(({ type }, at) => `${type} ${tiers[at]}`).join(', ')
}

/**
 * Links to the versions, and to a comparison of the shown one with the newest, or of the newest with the one before.
 */
function VersionsCard({ solution, chosen }: { solution: Solution; chosen: number }) {
  const { id, workspace_id: ws, versions, version_count } = solution
  const { search } = useAddress()
  const newest = newestOf(solution)
  const compared = chosen === newest ? versions[1]?.version_num : chosen
  const older = version_count - versions.length
  return (
    <Card
      title="Versions"
      note={formatNumber(version_count)}
      trailing={
        compared && (
          <Link
            {...paths.editSolution(id, { ws, tab: 'changes', from: String(compared), to: String(newest) })}
          >
            Compare
          </Link>
        )
      }
      flush
      footer={older > 0 ? `${countOf(older, 'older version')} not shown` : undefined}
    >
      <VersionRows
        rows={versions.map(({ id: key, version_num, pipelines, created_by, created_at }) => ({
          id: key,
          version: version_num,
          title: pipelines.join(', ') || NOTHING,
          sub: (
            <>
              {created_by || NOTHING}, <Moment at={created_at} />
            </>
          ),
          current: version_num === chosen,
          to: paths.solution(id, {
            ws,
            tab: search.tab,
            version: version_num === newest ? undefined : String(version_num),
          }),
        }))}
      />
    </Card>
  )
}
