import { readSolution } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatDateTime } from '../../../format/date-time.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { paths } from '../../../navigation/paths.ts'
import { ListSearch } from '../../../record/list-search.tsx'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FilterChoice } from '../../../ui/table/filter-choice.tsx'
import { Toolbar } from '../../../ui/table/toolbar.tsx'
import { SolutionCards } from './solution-cards.tsx'
import { SOLUTION_RULES, solutionQuery } from './solution-query.ts'
import styles from './solution-step.module.css'
import { chosenVersion } from './wizard-search.ts'

const PIPELINES = { train: 'train', inference: 'inference' }
const WORDS = { loading: 'Loading solutions', failed: 'The solutions could not be read' }

/** Which version of which solution: searched, filtered and paged by the server, chosen in the address. */
export function SolutionStep({ onNext }: { onNext: () => void }) {
  const list = useListState(SOLUTION_RULES)
  const { id: ws } = useWorkspace()
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const chosen = chosenVersion(search)
  const query = useQuery({ ...solutionQuery(ws, list.query), placeholderData: keepPreviousData })
  const { data } = query
  const { pipeline } = list.query.filters

  function choose(solution: string, version: number) {
    const next = { ...search, solution, version: String(version) }
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return (
    <>
      <Toolbar
        search={
          <ListSearch
            label="Search solutions"
            placeholder="Search solutions"
            text={list.query.q}
            onSearch={list.setSearch}
          />
        }
        filters={
          <FilterChoice
            name="Pipeline"
            values={PIPELINES}
            value={pipeline}
            onChange={(value) => list.setFilter('pipeline', value)}
          />
        }
      />
      {insteadOf(query, WORDS, { tall: true }) ?? emptiness()}
      {data && data.solutions.length > 0 && (
        <>
          <SolutionCards solutions={data.solutions} chosen={chosen} onChoose={choose} />
          {data.total > data.solutions.length && (
            <div className={styles.pages}>
              <Card flush>
                <ListFoot list={list} total={data.total} noun="solution" />
              </Card>
            </div>
          )}
        </>
      )}
      <div className={styles.foot}>
        <SaveBar note={<Chosen />}>
          <Button onClick={() => void navigate(paths.instances({ ws }))}>Cancel</Button>
          <Button
            kind="primary"
            reason={chosen ? undefined : 'Select an AI solution first.'}
            onClick={onNext}
          >
            Next
          </Button>
        </SaveBar>
      </div>
    </>
  )

  function emptiness() {
    if (!data || data.solutions.length > 0) return undefined
    return (
      <NoRows
        list={{ ...list, clear: () => void navigate({ to: '.', search: { ws } as never }) }}
        noun="solution"
      >
        <EmptyState
          title="No solutions yet"
          action={
            <Link {...paths.solutions()} className={buttonClass()}>
              See AI solutions
            </Link>
          }
        >
          An instance needs a registered AI solution.
        </EmptyState>
      </NoRows>
    )
  }
}

/** What is chosen, also where it stands on another page of the list. */
function Chosen() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const chosen = chosenVersion(search)
  const { data } = useQuery({
    ...q(readSolution, { params: { id: chosen?.id ?? '' } }),
    enabled: chosen !== undefined,
  })
  if (!chosen) return 'Nothing is selected yet.'
  if (!data) return null
  const version = data.versions.find(({ version_num }) => version_num === chosen.n)
  return (
    <>
      <b>
        {data.name} {formatVersion(chosen.n)}
      </b>
      <span className={styles.about}>
        {version && `, registered by ${version.created_by} on ${formatDateTime(version.created_at)}`}
        {`; ${countOf(data.instance_count, 'instance')} of this solution`}
      </span>
    </>
  )
}
