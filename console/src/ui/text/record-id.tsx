import text from '../../theme/text.module.css'
import { CopyButton } from '../button/copy-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './record-id.module.css'

/** A record's id for commands and calls, cut if it is too long, with a button that copies all of it. */
export function RecordId({ id, label }: { id: string; label: string }) {
  return (
    <span className={styles.record}>
      <code translate="no" className={classNames(text.mono, text.cut)} title={id}>
        {id}
      </code>
      <CopyButton text={id} label={label} />
    </span>
  )
}
