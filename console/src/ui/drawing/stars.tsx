import { limits } from '@podium/contract/rules/rules.ts'
import { Star } from 'lucide-react'
import { countOf, formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import styles from './stars.module.css'

interface StarsProps {
  /** the mean of all stars; 0 without any */
  mean: number
  /** the number of ratings */
  count: number
}

/** A rating: one star and the mean, in words for screen readers. */
export function Stars({ mean, count }: StarsProps) {
  const words = ratingWords({ mean, count })
  return (
    <span className={classNames(text.unbroken, styles.figure)} title={words}>
      <Icon of={Star} size={14} className={classNames(styles.star, styles.filled)} />
      <span aria-hidden="true">
        {mean.toFixed(1)} <span className={text.muted}>({formatNumber(count)})</span>
      </span>
      <span className={text.hidden}>{words}</span>
    </span>
  )
}

/** '4.2 of 5 stars from 6 members' */
export function ratingWords({ mean, count }: StarsProps): string {
  if (count === 0) return 'No ratings yet.'
  return `${mean.toFixed(1)} of ${limits.rating} stars from ${countOf(count, 'member')}`
}

interface StarButtonsProps {
  label: string
  /** null without a rating */
  value: number | null
  onChange: (stars: number) => void
  /** Why the person may not rate; applies to all stars. */
  disabledReason?: string | undefined
}

const STARS = Array.from({ length: limits.rating }, (_, at) => at + 1)

/** One button per number of stars. With radio buttons, arrow keys would give every number they pass. */
export function StarButtons({ label, value, onChange, disabledReason }: StarButtonsProps) {
  return (
    <fieldset className={styles.buttons}>
      <legend className={text.hidden}>{label}</legend>
      {STARS.map((stars) => (
        <button
          key={stars}
          type="button"
          aria-label={countOf(stars, 'star')}
          aria-pressed={stars === value}
          aria-disabled={disabledReason === undefined ? undefined : true}
          title={disabledReason ?? countOf(stars, 'star')}
          className={styles.button}
          onClick={() => disabledReason === undefined && onChange(stars)}
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
