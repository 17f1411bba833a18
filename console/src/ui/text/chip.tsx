import type { ShownState } from '@podium/contract/rules/run-state.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './chip.module.css'

interface ChipProps {
  /** 'outline' is for traits such as coupled or draft, and has no dot. */
  tone: 'good' | 'bad' | 'warn' | 'info' | 'quiet' | 'outline' | ShownState
  icon?: LucideIcon
  children: ReactNode
}

/** A state of anything but a run: an account, an instance, an edge. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon ? (
        <Icon of={icon} size={12} />
      ) : (
        tone !== 'outline' && <span className={styles.dot} aria-hidden="true" />
      )}
      {children}
    </span>
  )
}

/** A run's state: the word and its own shape, so that colour is not the only sign. */
export function StateChip({ state }: { state: ShownState }) {
  return <Chip tone={state}>{state}</Chip>
}

interface TagProps {
  /** The key of a key-value pair. */
  name?: string
  children: ReactNode
}

/** A square tag: a role, a version, '+2', or a key with its value. */
export function Tag({ name, children }: TagProps) {
  return (
    <span className={styles.tag}>
      {name !== undefined && <span className={classNames(text.cut, styles.tagName)}>{name}</span>}
      <span className={classNames(text.cut, styles.tagValue)}>{children}</span>
    </span>
  )
}
