import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { NOTHING } from '../../format/nothing.ts'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import type { RowsElsewhere } from '../../record/list-table.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { plainText } from '../../ui/code/markdown-plain.ts'
import { SeatFan } from '../../ui/drawing/seat-fan.tsx'
import { Stars } from '../../ui/drawing/stars.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { briefOf, LastRun } from './solution-columns.tsx'
import styles from './thumbnails.module.css'

interface ThumbnailsProps extends RowsElsewhere<Solution> {
  menu: (solution: Solution) => readonly MenuItem[]
}

/** The catalogue as pictures: what a solution is for comes before its figures. */
export function Thumbnails({ rows = [], menu, stale, placeholder, foot }: ThumbnailsProps) {
  return (
    <>
      {rows.length > 0 ? (
        <ul
          aria-label="AI Solution"
          aria-busy={stale || undefined}
          className={classNames(styles.thumbnails, stale && styles.stale)}
        >
          {rows.map((solution) => (
            <li key={solution.id} className={classNames(layout.surface, styles.thumbnail)}>
              <Thumbnail solution={solution} menu={menu(solution)} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={layout.surface}>{placeholder}</div>
      )}
      {foot}
    </>
  )
}

function Thumbnail({ solution, menu }: { solution: Solution; menu: readonly MenuItem[] }) {
  const {
    id,
    name,
    workspace_id: ws,
    overview,
    versions,
    created_by,
    created_at,
    run_count,
    rating,
  } = solution
  return (
    <>
      <SeatFan of={name} />
      <div className={styles.words}>
        <div className={classNames(layout.row, styles.line)}>
          <Link {...paths.solution(id, { ws })} title={name} className={classNames(text.cut, styles.name)}>
            {name}
          </Link>
          <span className={classNames(text.small, text.muted, text.unbroken)}>
            {formatVersion(versions[0]?.version_num)}
          </span>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />} items={menu} />
        </div>
        <p className={classNames(text.sub, text.cut, styles.brief)}>{briefOf(solution)}</p>
        <p className={styles.about}>{plainText(overview) || 'No description.'}</p>
        <div className={classNames(text.small, styles.figures)}>
          <LastRun of={solution} />
          {run_count > 0 && (
            <span className={classNames(text.muted, text.unbroken, styles.runs)}>
              {countOf(run_count, 'run')}
            </span>
          )}
          <Stars {...rating} />
        </div>
        <p className={classNames(text.tiny, text.muted, styles.made)}>
          <span className={text.hidden}>Registered by </span>
          <span className={text.cut}>{created_by || NOTHING},</span> <Moment at={created_at} />
        </p>
      </div>
    </>
  )
}

const SORTS = [
  { value: '-updated_at', label: 'Updated last' },
  { value: 'updated_at', label: 'Updated first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-rating', label: 'Rated best' },
  { value: 'rating', label: 'Rated least' },
  { value: '-seq', label: 'Highest number' },
  { value: 'seq', label: 'Lowest number' },
]

interface SortSelectProps {
  /** as the address has it: '-updated_at' */
  sort: string
  onSort: (sort: { id: string; desc: boolean }) => void
}

/** Thumbnails have no column heads to sort by. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <Select
      small
      aria-label="Sort by"
      value={sort}
      options={SORTS}
      onChange={(event) => {
        const { value } = event.currentTarget
        onSort({ id: value.replace(/^-/, ''), desc: value.startsWith('-') })
      }}
    />
  )
}
