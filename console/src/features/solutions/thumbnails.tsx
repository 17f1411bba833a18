import type { Solution } from '@podium/contract/calls/solutions.ts'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import type { RowsElsewhere } from '../../record/list-table.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { plainText } from '../../ui/code/markdown-plain.ts'
import { Stars } from '../../ui/drawing/stars.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { briefOf, LastRun } from './solution-columns.tsx'
import { newestOf } from './solution-record.tsx'
import styles from './thumbnails.module.css'

/** The catalogue as cards. The purpose of a solution comes before its figures. */
export function Thumbnails({
  rows = [],
  menu,
  stale,
  placeholder,
  foot,
}: RowsElsewhere<Solution> & { menu: (solution: Solution) => readonly MenuItem[] }) {
  return (
    <>
      {rows.length > 0 ? (
        <ul
          aria-label="AI Solution"
          aria-busy={stale || undefined}
          className={styles.thumbnails}
          style={{ '--cards': rows.length } as CSSProperties}
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
      <div className={styles.foot}>{foot}</div>
    </>
  )
}

function Thumbnail({ solution, menu }: { solution: Solution; menu: readonly MenuItem[] }) {
  const { id, name, workspace_id: ws, overview, created_by, run_count, last_run_at } = solution
  return (
    <div className={classNames(layout.stackTight, styles.words)}>
      <div>
        <div className={classNames(layout.row, styles.line)}>
          <Link {...paths.solution(id, { ws })} title={name} className={classNames(text.cut, styles.name)}>
            {name}
          </Link>
          <Tag>{formatVersion(newestOf(solution))}</Tag>
          <MoreMenu label={`More for ${name}`} items={menu} />
        </div>
        <p className={classNames(text.sub, text.cut)}>{briefOf(solution)}</p>
      </div>
      <p className={classNames(text.small, styles.about)}>{plainText(overview) || 'No description.'}</p>
      <div className={classNames(layout.between, text.note, styles.state)}>
        <LastRun of={solution} />
        {run_count > 0 && (
          <span className={text.cut}>
            {countOf(run_count, 'run')}
            {last_run_at !== null && (
              <>
                , <ListTime at={last_run_at} />
              </>
            )}
          </span>
        )}
      </div>
      <div className={classNames(layout.between, text.note)}>
        <p className={text.cut}>
          Registered {created_by !== '' && `by ${created_by}, `}
          <ListTime at={solution.created_at} />
        </p>
        {solution.rating.count > 0 && <Stars {...solution.rating} />}
      </div>
    </div>
  )
}
