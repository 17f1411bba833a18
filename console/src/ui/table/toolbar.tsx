import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { countOf } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import { TextButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import field from '../form/field.module.css'
import { useComposed } from '../form/use-composed.ts'
import styles from './table-bars.module.css'

interface ToolbarProps {
  search: ReactNode
  filters?: ReactNode
  /** At the right end: download, list or thumbnails. */
  trailing?: ReactNode
}

/** The controls above a table: search, filters, and the view. */
export function Toolbar({ search, filters, trailing }: ToolbarProps) {
  return (
    <div className={classNames(layout.wrap, styles.toolbar)}>
      <div className={styles.search}>{search}</div>
      {filters !== undefined && <div className={classNames(layout.wrap, styles.filters)}>{filters}</div>}
      {trailing !== undefined && <div className={classNames(layout.wrap, styles.trailing)}>{trailing}</div>}
    </div>
  )
}

interface BulkBarProps {
  count: number
  /** The singular of a selected row: 'run'. */
  noun: string
  onClear: () => void
  /** Buttons that count the rows they affect: 'Stop 1', 'Delete 1'. */
  children: ReactNode
}

/** Replaces the toolbar while something is selected. */
export function BulkBar({ count, noun, onClear, children }: BulkBarProps) {
  return (
    <section aria-label="Selection" className={classNames(layout.surface, layout.wrap, styles.bulk)}>
      <b role="status">{countOf(count, noun)} selected</b>
      <TextButton onClick={onClear}>Clear</TextButton>
      <div className={classNames(layout.wrap, layout.end)}>{children}</div>
    </section>
  )
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Its accessible name. The placeholder says what can be searched for. */
  label: string
  onChange?: (text: string) => void
}

export function SearchField({ label, onChange, className, value, ...input }: SearchFieldProps) {
  const { composed, handlers } = useComposed((text) => onChange?.(text))
  return (
    <div className={classNames(field.group, className)}>
      <Icon of={Search} />
      <input
        {...input}
        {...handlers}
        {...(value !== undefined && { value: composed ?? value })}
        type="search"
        aria-label={label}
        className={classNames(field.input, field.small, field.leading)}
      />
    </div>
  )
}
