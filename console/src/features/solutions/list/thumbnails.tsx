import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import text from '../../../theme/text.module.css'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { plainText } from '../../../ui/code/markdown-plain.ts'
import { SeatFan } from '../../../ui/drawing/seat-fan.tsx'
import { Stars } from '../../../ui/drawing/stars.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import { Moment } from '../../../ui/text/moment.tsx'
import { briefOf } from './brief.ts'
import { LastRun } from './last-run.tsx'
import styles from './thumbnails.module.css'

interface ThumbnailsProps {
  solutions: readonly Solution[] | undefined
  menu: (solution: Solution) => readonly MenuItem[]
  stale: boolean
  /** In place of thumbnails: loading, empty or failed. */
  instead: ReactNode
  foot: ReactNode
}

/** The catalogue as pictures: what a solution is for stands before its figures. */
export function Thumbnails({ solutions = [], menu, stale, instead, foot }: ThumbnailsProps) {
  return (
    <>
      {solutions.length > 0 && (
        <ul
          aria-label="AI Solution"
          aria-busy={stale || undefined}
          className={classNames(styles.thumbnails, stale && styles.stale)}
        >
          {solutions.map((solution) => (
            <li key={solution.id} className={styles.thumbnail}>
              <Thumbnail solution={solution} menu={menu(solution)} />
            </li>
          ))}
        </ul>
      )}
      {solutions.length === 0 && <div className={styles.instead}>{instead}</div>}
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
        <div className={styles.line}>
          <Link {...paths.solution(id, { ws })} title={name} className={styles.name}>
            {name}
          </Link>
          <span className={styles.version}>{formatVersion(versions[0]?.version_num)}</span>
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />} items={menu} />
        </div>
        <p className={styles.brief}>{briefOf(solution)}</p>
        <p className={styles.about}>{plainText(overview) || 'No description.'}</p>
        <div className={styles.figures}>
          <LastRun of={solution} />
          {run_count > 0 && <span className={styles.runs}>{countOf(run_count, 'run')}</span>}
          <Stars {...rating} />
        </div>
        <p className={styles.made}>
          <span className={text.hidden}>Registered by </span>
          <span className={styles.maker}>{created_by || NOTHING},</span> <Moment at={created_at} />
        </p>
      </div>
    </>
  )
}
