import { messages } from '@podium/contract/rules/rules.ts'
import { Check } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { StrengthMeter } from '../../../ui/form/strength-meter.tsx'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import type { NewPassword } from './password-form.ts'
import { type PasswordQuality, passwordQuality } from './password-quality.ts'
import styles from './password-rules.module.css'

interface NewPasswordFieldsProps {
  form: Pick<Fields<NewPassword>, 'values' | 'errors' | 'field'>
  label: string
  /** texts that must not be in it: ID, name, e-mail address */
  about: readonly string[]
  /** the minimum length; shorter for an account with a second factor */
  least?: number | undefined
}

/** The fields for a new password, with its strength, and for its confirmation, with whether both are the same. */
export function NewPasswordFields({ label, ...rules }: NewPasswordFieldsProps) {
  const { values, field } = rules.form
  const isTyped = values.confirmation !== ''
  const isSame = values.confirmation === values.password
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        autoComplete="new-password"
        help={<PasswordRules {...rules} />}
      />
      <PasswordField
        {...field('confirmation')}
        label="Password Confirmation"
        autoComplete="new-password"
        {...(isTyped && !isSame && { error: messages.confirmation_differs })}
        good={isTyped && isSame ? messages.confirmation_matches : undefined}
      />
    </>
  )
}

const COMMON_WORDS = { text: 'No common words (checked on save)', met: false }

/** Shows how strong the new password is and which rules it meets while it is typed. */
function PasswordRules({ form, about, least }: Omit<NewPasswordFieldsProps, 'label'>) {
  const { password } = form.values
  const { word, bars, good, rules } = ratingOf(passwordQuality(password, about, least), form.errors.password)
  return (
    <span className={styles.rules}>
      {password !== '' && (
        <>
          <StrengthMeter bars={bars} word={word.toLowerCase()} />
          <span className={classNames(styles.word, !good && styles.warn)}>{word}</span>
        </>
      )}
      {[...rules, COMMON_WORDS].map(({ text, met }) => (
        <span key={text} className={classNames(styles.rule, met && styles.met)}>
          {text}
          {met && <Icon of={Check} size={14} />}
        </span>
      ))}
    </span>
  )
}

/** Lowers the rating if the server refused a password that looks good here: it is the current or a common one. */
function ratingOf(quality: PasswordQuality, refusal: string | undefined): PasswordQuality {
  if (refusal === undefined || !quality.good) return quality
  const word = refusal === messages.password_same ? 'Same as your current one' : 'Too easy to guess'
  return { ...quality, word, bars: 1, good: false }
}
