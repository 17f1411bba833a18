import { classNames } from '../class-names.ts'
import styles from './tile.module.css'

interface TileProps {
  /** The tile shows its first two letters; the name itself is written beside it. */
  of: string
  small?: boolean
  /** For people; workspaces have corners. */
  round?: boolean
}

export function Tile({ of: name, small, round }: TileProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.tile, small && styles.small, round && styles.round)}
    >
      {name.slice(0, 2)}
    </span>
  )
}
