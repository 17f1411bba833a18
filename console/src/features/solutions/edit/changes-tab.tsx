import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { DiffView } from '../../../ui/code/diff-view.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { isDeleted, useVersion, versionPlaceholder } from '../detail/use-version.tsx'
import styles from './edit.module.css'
import type { Compared } from './edit-search.ts'
import { inForm, textOf } from './metadata-text.ts'

interface ChangesTabProps {
  solution: Solution
  /** as it is edited */
  text: string
  compared: Compared
  onCompare: (compared: Compared) => void
}

const OWN = 'your text'

/** What differs between two versions, or between a version and the text that is edited. */
export function ChangesTab({ solution, text, compared, onCompare }: ChangesTabProps) {
  const { from, to } = compared
  const before = useVersionText(solution.id, from)
  const after = useVersionText(solution.id, to)
  const deleted = [before, after].flatMap(({ n, query }) => (n !== null && isDeleted(query) ? [n] : []))
  const versions = versionOptions(solution, compared, deleted)
  const [was, is] = [before.text, to === null ? inForm(text) : after.text]
  const choices = (
    <span className={styles.choices}>
      <span>Compare</span>
      <Select
        small
        aria-label="Compare"
        value={String(from)}
        options={versions}
        onChange={(event) => onCompare({ from: Number(event.currentTarget.value), to })}
      />
      <span>with</span>
      <Select
        small
        aria-label="With"
        value={to === null ? '' : String(to)}
        options={[{ value: '', label: OWN }, ...versions]}
        onChange={(event) => onCompare({ from, to: Number(event.currentTarget.value) || null })}
      />
    </span>
  )
  const target = to === null ? OWN : formatVersion(to)
  if (was !== undefined && is !== undefined)
    return (
      <DiffView
        key={`${from}/${to}`}
        label={`Changes from ${formatVersion(from)} to ${target}`}
        before={was}
        after={is}
        head={choices}
      />
    )
  const awaited = was === undefined ? before : after
  return (
    <>
      <div className={styles.choicesAlone}>{choices}</div>
      {versionPlaceholder(awaited.query, awaited.n ?? from, {
        rows: 6,
        action: (
          <Link {...paths.solution(solution.id, { ws: solution.workspace_id })} className={buttonClass()}>
            All versions
          </Link>
        ),
      })}
    </>
  )
}

/** The text of that version; of none for null. */
function useVersionText(id: string, n: number | null) {
  const { query } = useVersion(id, n ?? undefined)
  return { n, query, text: query.data && textOf(query.data) }
}

/** The versions that the solution names, and those that the address asks for beside them. */
function versionOptions({ versions }: Solution, { from, to }: Compared, deleted: readonly number[]) {
  const known = versions.map(({ version_num, created_by, created_at }) => ({
    number: version_num,
    label: [formatVersion(version_num), created_by, formatDateTime(created_at)].filter(Boolean).join(', '),
  }))
  const beside = [from, to].flatMap((number) =>
    number === null || known.some((one) => one.number === number)
      ? []
      : [{ number, label: formatVersion(number) }],
  )
  const unique = new Map([...known, ...beside].map((one) => [one.number, one]))
  return [...unique.values()].map(({ number, label }) => ({
    value: String(number),
    label: deleted.includes(number) ? `${formatVersion(number)}, deleted` : label,
  }))
}
