import { Plus, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from '../text/chip.module.css'

interface FilterChipProps {
  name: string
  value: string
  onRemove: () => void
}

/** One filter that is set; one for each parameter of the URL. */
export function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <span className={styles.filter}>
      <span className={styles.filterName}>{name}</span>
      <b className={styles.filterValue} title={value}>
        {value}
      </b>
      <button
        type="button"
        aria-label={`Remove filter ${name}`}
        className={styles.filterRemove}
        onClick={onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  )
}

interface AddFilterProps extends ComponentProps<'button'> {
  name: string
}

/** The dashed chip of a filter that is not set; usually the trigger of a Menu. */
export function AddFilter({ name, ...button }: AddFilterProps) {
  return (
    <button type="button" {...button} className={classNames(styles.filter, styles.filterAdd)}>
      <Icon of={Plus} size={14} />
      {name}
    </button>
  )
}
