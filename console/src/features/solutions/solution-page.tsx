import { type Registered, readSolution, readVersion, type Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { useWhyNot } from '../../session/use-caller.ts'
import layout from '../../theme/layout.module.css'
import { buttonClass } from '../../ui/button/button-class.ts'
import { classNames } from '../../ui/class-names.ts'
import { loadMarkdown } from '../../ui/code/prose.tsx'
import { lateDialog } from '../../ui/dialog/late-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { insteadOfVersion } from './components/instead-of-version.tsx'
import { DescriptionCard } from './detail/description-card.tsx'
import { Facts } from './detail/facts.tsx'
import { leadOf } from './detail/lead.ts'
import { RatingCard } from './detail/rating-card.tsx'
import { SolutionHeader } from './detail/solution-header.tsx'
import { chosenVersion } from './detail/solution-search.ts'
import { useVersion } from './detail/use-version.ts'
import { VersionsCard } from './detail/versions-card.tsx'
import styles from './solution-page.module.css'
import { useDialogInUrl } from './use-dialog-in-url.ts'

const RegisterDialog = lateDialog(async () => (await import('./register/register-dialog.tsx')).RegisterDialog)
// What the author wrote stands before the code of what uses it has come.
const UsesPart = latePart(async () => (await import('./detail/uses-part.tsx')).UsesPart)
const LivePart = latePart(async () => (await import('./detail/live-part.tsx')).LivePart)
const MadePart = latePart(async () => (await import('./detail/made-part.tsx')).MadePart)
const UsersCard = latePart(async () => (await import('./detail/users-card.tsx')).UsersCard)

const WORDS = { loading: 'Loading the solution', failed: 'The solution could not be read' }

export async function load({ queries, params, search }: PageContext) {
  const id = params.id ?? ''
  void loadMarkdown().catch(() => {})
  const solution = await queries.fetchQuery(q(readSolution, { params: { id } })).catch(() => null)
  const n = chosenVersion(search.version, solution?.versions[0]?.version_num)
  if (n !== undefined) await queries.prefetchQuery(q(readVersion, { params: { id, n } }))
}

export function Page() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useQuery(q(readSolution, { params: { id } }))
  const { data: solution, error } = query
  useNamedPage(solution?.name ?? '')
  if (solution) return <SolutionView solution={solution} />
  return (
    <>
      <PageHeader title="AI Solution" />
      <Card flush>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            title="There is nothing here that you may see."
            drawing="lock"
            action={
              <Link {...paths.solutions()} className={buttonClass()}>
                All solutions
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

function SolutionView({ solution }: { solution: Solution }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const newest = solution.versions[0]?.version_num
  const chosen = chosenVersion(search.version, newest)
  const dialog = useDialogInUrl('register')
  const whyNot = useWhyNot('solution.register')
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const rating = <RatingCard solution={solution} />
  const isUsed = solution.instance_count > 0 || solution.run_count > 0
  const uses = isUsed ? (
    <Suspense>
      <UsesPart solution={solution} />
    </Suspense>
  ) : (
    <Card title="Streams and runs" flush>
      <EmptyState title="Nobody uses this solution yet">
        New Run starts the first run, with an instance and a stream of its own.
      </EmptyState>
    </Card>
  )
  // Beside the words there is no room on a phone: it stands before the long tables, in reach.
  const below = (
    <>
      {isPhone && rating}
      {uses}
    </>
  )

  function show({ id, workspace_id }: Registered) {
    void navigate({ ...paths.solution(id, { ws: workspace_id }), replace: true })
  }

  return (
    <>
      {chosen === undefined ? (
        <SolutionHeader solution={solution} chosen={chosen} lead={undefined} onRegister={dialog.open} />
      ) : (
        <VersionHeader solution={solution} chosen={chosen} onRegister={dialog.open} />
      )}
      <Suspense>
        <LivePart />
      </Suspense>
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
          {chosen === undefined ? below : <VersionView solution={solution} chosen={chosen} below={below} />}
        </div>
        <div className={classNames(layout.stack, styles.people)}>
          {!isPhone && rating}
          <Suspense>
            <UsersCard solution={solution} />
          </Suspense>
        </div>
      </div>
      {dialog.isOpen && whyNot === undefined && (
        <Suspense>
          <RegisterDialog solution={solution} onCancel={dialog.close} onRegistered={show} />
        </Suspense>
      )}
    </>
  )
}

interface VersionHeaderProps {
  solution: Solution
  chosen: number
  onRegister: () => void
}

/** The head of the page, in the words of the version that is looked at. */
function VersionHeader({ solution, chosen, onRegister }: VersionHeaderProps) {
  const { metadata } = useVersion(solution, chosen)
  const lead = metadata ? leadOf(metadata) : undefined
  return <SolutionHeader solution={solution} chosen={chosen} lead={lead} onRegister={onRegister} />
}

interface VersionViewProps {
  solution: Solution
  chosen: number
  /** What others make of the solution, between what the author wrote and how it is made. */
  below: ReactNode
}

function VersionView({ solution, chosen, below }: VersionViewProps) {
  const { query, metadata } = useVersion(solution, chosen)
  const { data: version } = query
  if (!version)
    return (
      <>
        <Card flush>{insteadOfVersion(query, chosen)}</Card>
        {below}
      </>
    )
  return (
    <>
      <Facts version={version} metadata={metadata} />
      {metadata && <DescriptionCard metadata={metadata} />}
      {below}
      <Suspense>
        <MadePart version={version} metadata={metadata} />
      </Suspense>
    </>
  )
}
