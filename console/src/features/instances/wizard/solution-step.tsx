import { listSolutions, readSolution, type Solution } from '@podium/contract/calls/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { q } from '../../../api/query.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { type ListFilter, ListTable, listParts, type RowsElsewhere } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { plainText } from '../../../ui/code/markdown-plain.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import choice from '../../../ui/form/choice.module.css'
import { SaveBar } from '../../../ui/form/form-frame.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './solution-step.module.css'

const FILTERS: readonly ListFilter[] = [
  { id: 'pipeline', name: 'Pipeline', values: { train: 'train', inference: 'inference' } },
]

/** With this many solutions or more, a search is shown. */
const MANY = 8

const EMPTY = (
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
)

type ChosenVersion = ReturnType<typeof chosenVersion>

/** Returns the solution version that the address names, or undefined. */
export function chosenVersion(search: Record<string, string | undefined>) {
  const id = search.solution ?? ''
  const n = Number(search.version?.replace(/^v/, ''))
  return id !== '' && Number.isInteger(n) && n > 0 ? { id, n } : undefined
}

/**
 * The choice of a solution version. The server searches, filters and pages; the address holds the choice. The only
 * solution of a workspace is preselected.
 */
export function SolutionStep({ onNext }: { onNext: () => void }) {
  const { id: ws } = useWorkspace()
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const list = useList(listSolutions, ({ solutions }) => solutions, { query: { workspace_id: ws } })
  const chosen = chosenVersion(search)
  const { isWhole } = list
  const isShort = isWhole && (list.total ?? 0) < MANY
  const only = isWhole && list.total === 1 ? list.rows?.[0] : undefined
  const onlyId = chosen ? undefined : only?.id
  const chooseOnly = useEffectEvent((solution: string) =>
    change({ solution, version: String(only?.versions[0]?.version_num ?? 1) }, { replace: true }),
  )
  useEffect(() => {
    if (onlyId !== undefined) chooseOnly(onlyId)
  }, [onlyId])

  function shown({ rows = [], placeholder, foot }: RowsElsewhere<Solution>) {
    return (
      <div className={layout.stackClose}>
        {placeholder}
        {rows.length > 0 && <SolutionCards solutions={rows} chosen={chosen} />}
        {rows.length > 0 && rows.length < (list.total ?? 0) && <Card flush>{foot}</Card>}
      </div>
    )
  }

  return (
    <div className={classNames(layout.surface, styles.step)}>
      <div className={classNames(!isShort && styles.list)}>
        {isShort ? (
          shown(listParts(list, { noun: 'solution', empty: EMPTY }))
        ) : (
          <ListTable<Solution>
            list={list}
            name="AI solutions"
            noun="solution"
            columns={[]}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            searched="Search solutions"
            filters={FILTERS}
            empty={EMPTY}
            render={shown}
          />
        )}
      </div>
      <SaveBar note={<Chosen version={chosen} />}>
        <Button onClick={() => void navigate(paths.instances({ ws }))}>Cancel</Button>
        <Button
          kind="primary"
          disabledReason={chosen ? undefined : 'Select an AI solution first.'}
          onClick={onNext}
        >
          Next
        </Button>
      </SaveBar>
    </div>
  )
}

/** The chosen version, even if it is on another page of the list. */
function Chosen({ version: chosen }: { version: ChosenVersion }) {
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

/** One row per solution, with its versions. Choosing a version chooses its solution and stays in its row. */
function SolutionCards({ solutions, chosen }: { solutions: readonly Solution[]; chosen: ChosenVersion }) {
  const { change } = useAddress()
  const name = useId()
  const [picked, setPicked] = useState<Record<string, number>>({})

  function choose(solution: string, version: number) {
    setPicked((before) => ({ ...before, ...(chosen && { [chosen.id]: chosen.n }), [solution]: version }))
    change({ solution, version: String(version) }, { replace: true })
  }
  return (
    <fieldset>
      <legend className={text.hidden}>AI solution</legend>
      {solutions.map((solution) => {
        const { id, overview, versions } = solution
        const isChosen = chosen?.id === id
        const version = (isChosen ? chosen.n : picked[id]) ?? versions[0]?.version_num ?? 1
        const pipelines = versions.find(({ version_num }) => version_num === version)?.pipelines ?? []
        return (
          <div key={id} className={classNames(styles.card, isChosen && styles.chosen)}>
            <label className={classNames(layout.row, styles.pick)}>
              <input
                type="radio"
                name={name}
                checked={isChosen}
                onChange={() => choose(id, version)}
                className={classNames(choice.box, choice.round)}
              />
              <b className={text.cut} title={solution.name}>
                {solution.name}
              </b>
            </label>
            <p className={classNames(text.muted, text.small, styles.overview)}>{plainText(overview)}</p>
            <div className={classNames(layout.between, styles.choices)}>
              <span className={classNames(text.muted, text.tiny)}>{pipelines.join(', ')}</span>
              {versions.length === 1 ? (
                <span className={classNames(text.small, styles.version)}>{formatVersion(version)}</span>
              ) : (
                <Select
                  small
                  aria-label={`Version of ${solution.name}`}
                  className={styles.version}
                  value={String(version)}
                  options={versions.map(({ version_num }) => ({
                    value: String(version_num),
                    label: formatVersion(version_num),
                  }))}
                  onChange={(event) => choose(id, Number(event.currentTarget.value))}
                />
              )}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
