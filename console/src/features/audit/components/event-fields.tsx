import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import type { EventChange } from './event-changes.ts'
import styles from './event-fields.module.css'

interface EventFieldsProps {
  changes: readonly EventChange[]
  /** more names and values, in the same columns */
  children?: ReactNode
}

/** Lists the changes of an event, a line for each field. Only a value that replaced another one is coloured. */
export function EventFields({ changes, children }: EventFieldsProps) {
  return (
    <dl className={classNames(text.small, styles.fields)}>
      {changes.map(({ name, before, after, mono }) => (
        <Fragment key={name}>
          <dt className={text.muted}>{name}</dt>
          <dd translate={mono ? 'no' : undefined} className={classNames(mono && text.mono, styles.value)}>
            {before !== null && <del>{before}</del>}
            {before !== null && after !== null && <Icon of={ArrowRight} size={14} className={text.muted} />}
            {before === null ? after : after !== null && <ins>{after}</ins>}
          </dd>
        </Fragment>
      ))}
      {children}
    </dl>
  )
}
