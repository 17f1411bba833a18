import { messages } from '@podium/contract/rules.ts'
import { Check, Minus } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { StrengthMeter } from '../../../ui/form/strength-meter.tsx'
import { type PasswordQuality, passwordQuality } from './password-quality.ts'
import styles from './password-rules.module.css'

interface PasswordRulesProps {
  password: string
  /** texts that must not be in it: ID, name, e-mail address */
  about: readonly string[]
  /** how many characters it needs; fewer where a second factor is set */
  least?: number | undefined
  /** why it is not taken */
  refusal: string | undefined
}

/** How strong a new password is, and which rules it meets, while it is typed. */
export function PasswordRules({ password, about, least, refusal }: PasswordRulesProps) {
  const { word, bars, good, rules } = judged(passwordQuality(password, about, least), refusal)
  return (
    <span className={styles.rules}>
      <StrengthMeter bars={bars} enough={2} word={word.toLowerCase()} />
      {password !== '' && <span className={classNames(styles.word, !good && styles.warn)}>{word}</span>}
      {rules.map(({ text, met }) => (
        <span key={text} className={classNames(styles.rule, met && styles.met)}>
          <Icon of={met ? Check : Minus} size={14} />
          <span>{text}</span>
        </span>
      ))}
      <span className={styles.rule}>
        <Icon of={Minus} size={14} />
        <span>Not made of common words: checked when you save</span>
      </span>
    </span>
  )
}

/** What looks good here and is refused is the one of now, or a common one: nothing else is left to find. */
function judged(quality: PasswordQuality, refusal: string | undefined): PasswordQuality {
  if (refusal === undefined || !quality.good) return quality
  const word = refusal === messages.password_same ? 'The same as now' : 'Too easy to guess'
  return { ...quality, word, bars: 1, good: false }
}
