import { readVersion, type Solution } from '@podium/contract/calls/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { formatDateTime } from '../../../format/date-time.ts'
import { formatVersion } from '../../../format/version.ts'
import { ButtonLink } from '../../../navigation/button-link.tsx'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { DiffView } from '../../../ui/code/diff-view.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { inForm, textOf } from '../metadata-text.ts'
import { isDeleted, versionNamed, versionPlaceholder } from '../solution-record.tsx'
import styles from './edit.module.css'
import type { OtherEdit } from './use-metadata-edit.ts'

interface ChangesTabProps {
  solution: Solution
  /** the number of the version that is edited */
  newest: number
  /** the edited text */
  text: string
}

const OWN = 'your text'

/**
 * The differences between two versions, or between a version and the edited text. The address names both; impossible
 * numbers there are ignored.
 */
export function ChangesTab({ solution, newest, text }: ChangesTabProps) {
  const { search, change } = useAddress()
  const from = versionNamed(search.from, newest) ?? newest
  const to = versionNamed(search.to, newest)
  const before = useVersionText(solution.id, from)
  const after = useVersionText(solution.id, to)
  const versions = versionOptions(solution, [before, after])
  const [was, is] = [before.text, to === undefined ? inForm(text) : after.text]
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
        value={String(to ?? '')}
        options={[{ value: '', label: OWN }, ...versions]}
        onChange={(event) =>
          change({ from: String(from), to: event.currentTarget.value || undefined }, { replace: true })
        }
      />
    </span>
  )
  if (was !== undefined && is !== undefined)
    return (
      <DiffView
        key={`${from}/${to}`}
        label={`Changes from ${formatVersion(from)} to ${to === undefined ? OWN : formatVersion(to)}`}
        before={was}
        after={is}
        head={choices}
      />
    )
  const awaited = was === undefined ? before : after
  return (
    <>
      <div className={styles.choicesAlone}>{choices}</div>
      {versionPlaceholder(
        awaited.query,
        awaited.n ?? from,
        <ButtonLink {...paths.solution(solution.id, { ws: solution.workspace_id })}>All versions</ButtonLink>,
      )}
    </>
  )
}

type VersionText = ReturnType<typeof useVersionText>

/** Reads the metadata text of a version; of none if undefined. */
function useVersionText(id: string, n: number | undefined) {
  const query = useQuery({ ...q(readVersion, { params: { id, n: n ?? 0 } }), enabled: n !== undefined })
  return { n, query, text: query.data && textOf(query.data) }
}

/** The versions that the solution lists, plus those that the address names. */
function versionOptions({ versions }: Solution, compared: readonly VersionText[]) {
  const known = new Map(versions.map((version) => [version.version_num, version]))
  const numbers = new Set([...known.keys(), ...compared.flatMap(({ n }) => n ?? [])])
  return [...numbers].map((number) => {
    const version = known.get(number)
    const isGone = compared.some(({ n, query }) => n === number && isDeleted(query))
    const details = isGone
      ? ['deleted']
      : [version?.created_by, version && formatDateTime(version.created_at)]
    return { value: String(number), label: [formatVersion(number), ...details].filter(Boolean).join(', ') }
  })
}

/** Shows what another person saved. The text is kept, and the next save is based on theirs. */
export function OtherEditNote({ sentence, before, now }: OtherEdit) {
  const isNew = before.version_num !== now.version_num
  return (
    <>
      <Note tone="warn" live title={sentence}>
        What you typed is still here.
        {isNew && ` ${formatVersion(now.version_num)} is the newest now.`}
      </Note>
      <Card title="Saved by someone else" flush>
        <DiffView
          label="Changes that someone else saved"
          before={before.text}
          after={now.text}
          head={`${formatVersion(before.version_num)} as you opened it, and ${formatVersion(now.version_num)} as it is now`}
        />
      </Card>
    </>
  )
}
