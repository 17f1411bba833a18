import { limits } from '@podium/contract/rules.ts'
import { Star } from 'lucide-react'
import { countOf, formatNumber } from '../../format/number.ts'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import styles from './stars.module.css'

interface StarsProps {
  /** of all stars; 0 while nobody gave any */
  mean: number
  /** how many gave stars */
  count: number
}

/** What people think of it: one star and the mean, in words for those who hear it. */
export function Stars({ mean, count }: StarsProps) {
  if (count === 0) return <span className={styles.none}>not rated</span>
  return (
    <span className={styles.figure} title={ratingWords({ mean, count })}>
      <Icon of={Star} size={14} className={classNames(styles.star, styles.filled)} />
      <span aria-hidden="true">
        {mean.toFixed(1)} <span className={styles.count}>({formatNumber(count)})</span>
      </span>
      <span className={styles.unseen}>{ratingWords({ mean, count })}</span>
    </span>
  )
}

/** '4.2 of 5 stars from 6 members' */
export function ratingWords({ mean, count }: StarsProps): string {
  if (count === 0) return 'Nobody gave stars yet.'
  return `${mean.toFixed(1)} of ${limits.rating} stars from ${countOf(count, 'member')}`
}
