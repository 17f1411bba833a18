import { classNames } from '../class-names.ts'
import styles from './tile.module.css'

interface TileProps {
  /** Its first two letters are drawn by CSS, because speech input names a button by its text. */
  of: string
  small?: boolean
  /** For people; workspaces have corners. */
  round?: boolean
}

export function Tile({ of: name, small, round }: TileProps) {
  return (
    <span
      aria-hidden="true"
      data-letters={name.slice(0, 2)}
      className={classNames(styles.tile, small && styles.small, round && styles.round)}
    />
  )
}
