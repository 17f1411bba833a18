import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface PasswordFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type'> {}

export function PasswordField({ label, mark, tip, help, error, good, id, ...input }: PasswordFieldProps) {
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...texts} id={control.id}>
      <div className={styles.group}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...control}
          type={isShown ? 'text' : 'password'}
          className={classNames(styles.input, styles.withInside)}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label="Show password"
          aria-pressed={isShown}
          aria-controls={control.id}
          className={styles.inside}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}
