import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import text from '../../theme/text.module.css'
import { buttonClass, unlessDisabled } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { useTooltip } from '../tooltip/tooltip.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  mono?: boolean
}

export function TextField({ mono, ...props }: TextFieldProps) {
  const { texts, control } = useField(props)
  return (
    <Field {...texts}>
      <input type="text" {...control} className={classNames(styles.input, mono && text.mono)} />
    </Field>
  )
}

export function TextAreaField(props: FieldTexts & ComponentProps<'textarea'>) {
  const { texts, control } = useField(props)
  return (
    <Field {...texts}>
      <textarea {...control} className={classNames(styles.input, styles.area)} />
    </Field>
  )
}

export function PasswordField(props: FieldTexts & Omit<ComponentProps<'input'>, 'type'>) {
  const { texts, control } = useField(props)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...texts}>
      <div className={styles.group}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          type={isShown ? 'text' : 'password'}
          className={classNames(styles.input, styles.withInside)}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label="Show password"
          aria-pressed={isShown}
          aria-controls={control.id}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}

interface ActionFieldProps extends TextFieldProps {
  /** The label of the button inside the frame, such as Check Duplicate. Its result goes to `error` or `good`. */
  action: string
  /** Without it, the button submits its form, as Enter does. */
  onAction?: () => void
  checking?: boolean
  /** Why the button cannot be pressed now. */
  disabledReason?: string | undefined
}

export function ActionField(props: ActionFieldProps) {
  const { action, onAction, checking = false, disabledReason, mono, ...field } = props
  const { texts, control } = useField(field)
  const { trigger, tooltip } = useTooltip(disabledReason)
  const isDisabled = checking || disabledReason !== undefined
  return (
    <Field {...texts}>
      <div className={styles.group}>
        <input
          type="text"
          {...control}
          className={classNames(styles.input, styles.joined, mono && text.mono)}
        />
        <button
          type={onAction ? 'button' : 'submit'}
          {...trigger}
          className={buttonClass()}
          aria-busy={checking || undefined}
          aria-disabled={isDisabled || undefined}
          onClick={unlessDisabled(isDisabled, onAction)}
        >
          {action}
        </button>
        {tooltip}
      </div>
    </Field>
  )
}
