import type { ReactNode } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import type { FieldTexts } from '../../../../ui/form/field.tsx'
import { FieldMessage } from '../../../../ui/form/field-message.tsx'
import styles from './parameters.module.css'

interface ParameterFrameProps extends FieldTexts {
  id: string
  children: ReactNode
}

/** The label and messages of a parameter that is more than one control. */
export function ParameterFrame({ id, label, mark, tip, help, error, children }: ParameterFrameProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into a frame
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={classNames(
        error !== undefined && `${id}-message`,
        help !== undefined && `${id}-help`,
      )}
      data-invalid={error === undefined ? undefined : true}
      className={styles.frame}
    >
      <div className={styles.labelRow}>
        <span id={id}>{label}</span>
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
        {tip}
      </div>
      {children}
      <div aria-live="polite">
        {error !== undefined && (
          <FieldMessage id={`${id}-message`} tone="error">
            {error}
          </FieldMessage>
        )}
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  )
}
