import { Check, Minus } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { StrengthMeter } from '../../../ui/strength-meter.tsx'
import { type PasswordQuality, passwordQuality } from './password-quality.ts'
import styles from './password-rules.module.css'

interface PasswordRulesProps {
  password: string
  /** texts that must not be in it: ID, name, e-mail address */
  about: readonly string[]
  /** how many characters it needs; fewer where a second factor is set */
  least?: number | undefined
  /** the server has judged it, and does not take it */
  refused: boolean
}

/** How strong a new password is, and which rules it meets, while it is typed. */
export function PasswordRules({ password, about, least, refused }: PasswordRulesProps) {
  const { word, bars, good, rules } = judged(passwordQuality(password, about, least), refused)
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

/** What looked good here and was refused is a common password: nothing else is left for the server to find. */
function judged(quality: PasswordQuality, refused: boolean): PasswordQuality {
  if (!refused || !quality.good) return quality
  return { ...quality, word: 'Too easy to guess', bars: 1, good: false }
}
