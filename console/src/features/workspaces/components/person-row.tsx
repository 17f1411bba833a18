import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Tile } from '../../../ui/layout/tile.tsx'
import styles from './person-row.module.css'

interface PersonRowProps {
  /** The ID, or what they are called where that is all there is. */
  name: string
  /** What they are called, or why nothing can be changed. */
  sub?: string | undefined
}

export function PersonRow({ name, sub }: PersonRowProps) {
  return (
    <span className={styles.person}>
      <Tile of={name} round />
      <span className={styles.words}>
        <b className={classNames(styles.name, text.cut)} title={name}>
          {name}
        </b>
        {sub !== undefined && sub !== '' && (
          <span className={classNames(text.sub, text.cut)} title={sub}>
            {sub}
          </span>
        )}
      </span>
    </span>
  )
}
