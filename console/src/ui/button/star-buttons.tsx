import { limits } from '@podium/contract/rules.ts'
import { Star } from 'lucide-react'
import { countOf } from '../../format/number.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from '../drawing/stars.module.css'

interface StarButtonsProps {
  label: string
  /** null before any were given */
  value: number | null
  onChange: (stars: number) => void
  /** Why the person may not, for all stars at once. */
  reason?: string | undefined
}

const STARS = Array.from({ length: limits.rating }, (_, at) => at + 1)

/** One button for each number of stars: arrow keys that gave stars by passing over them would give wrong ones. */
export function StarButtons({ label, value, onChange, reason }: StarButtonsProps) {
  return (
    <fieldset className={styles.buttons}>
      <legend className={styles.unseen}>{label}</legend>
      {STARS.map((stars) => (
        <button
          key={stars}
          type="button"
          aria-label={countOf(stars, 'star')}
          aria-pressed={stars === value}
          aria-disabled={reason === undefined ? undefined : true}
          title={reason ?? countOf(stars, 'star')}
          className={styles.button}
          onClick={() => reason === undefined && onChange(stars)}
        >
          <Icon
            of={Star}
            size={20}
            className={classNames(styles.star, value !== null && stars <= value && styles.filled)}
          />
        </button>
      ))}
    </fieldset>
  )
}
