import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { buttonClass } from '../../../ui/button/button.tsx'
import { DiffView } from '../../../ui/code/diff-view.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { isDeleted, useVersion, versionPlaceholder } from '../detail/solution-queries.tsx'
import { inForm, textOf } from '../metadata-text.ts'
import styles from './edit.module.css'
import type { OtherEdit } from './use-metadata-edit.ts'

interface ChangesTabProps {
  solution: Solution
  /** the number of the version that is edited */
  newest: number
  /** as it is edited */
  text: string
}

/** What is compared: two versions, or a version and the text that is edited (null). */
interface Compared {
  from: number
  to: number | null
}

const OWN = 'your text'

/** What differs between two versions, or between a version and the text that is edited. The address names both. */
export function ChangesTab({ solution, newest, text }: ChangesTabProps) {
  const { search, change } = useAddress()
  const { from, to } = comparedOf(search, newest)
  const before = useVersionText(solution.id, from)
  const after = useVersionText(solution.id, to)
  const deleted = [before, after].flatMap(({ n, query }) => (n !== null && isDeleted(query) ? [n] : []))
  const versions = versionOptions(solution, { from, to }, deleted)
  const [was, is] = [before.text, to === null ? inForm(text) : after.text]
  const choices = (
    <span className={layout.wrap}>
      <span>Compare</span>
      <Select
        small
        aria-label="Compare"
        value={String(from)}
        options={versions}
        onChange={(event) => change({ from: event.currentTarget.value }, { replace: true })}
      />
      <span>with</span>
      <Select
        small
        aria-label="With"
        value={to === null ? '' : String(to)}
        options={[{ value: '', label: OWN }, ...versions]}
        onChange={(event) =>
          change({ from: String(from), to: event.currentTarget.value || undefined }, { replace: true })
        }
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

/** Numbers in the address that name no version there can be are ignored. */
export function comparedOf(search: Readonly<Record<string, string | undefined>>, newest: number): Compared {
  const versionOf = (asked: string | undefined) => {
    const number = Number(asked)
    return asked && Number.isInteger(number) && number >= 1 && number <= newest ? number : null
  }
  return { from: versionOf(search.from) ?? newest, to: versionOf(search.to) }
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

/** What another person saved. The text stays; the next save is made on theirs. */
export function OtherEditNote({ sentence, before, now }: OtherEdit) {
  const isNew = before.version_num !== now.version_num
  return (
    <>
      <Note tone="warn" live title={sentence}>
        What you typed is still here.
        {isNew && ` ${formatVersion(now.version_num)} is the newest now.`}
      </Note>
      <Card title="Saved by somebody else" flush>
        <DiffView
          label="Changes that somebody else saved"
          before={before.text}
          after={now.text}
          head={`${formatVersion(before.version_num)} as you opened it, and ${formatVersion(now.version_num)} as it is now`}
        />
      </Card>
    </>
  )
}
