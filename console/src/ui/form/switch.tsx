import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Choice, type ChoiceProps } from './checkbox.tsx'
import styles from './choice.module.css'

/** Takes effect at once. A choice that waits for Save is a Checkbox. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" role="switch" className={styles.switch} />
}

interface SwitchCardProps {
  title: string
  /** its effect, in one line */
  sub: string
  on: boolean
  onChange: (on: boolean) => void
  /** why it cannot be turned on, shown in place of `sub` */
  disabledReason?: string | undefined
  /** shown below while it is on */
  children?: ReactNode
}

/** A switch with a title, and with further fields while it is on. */
export function SwitchCard({ title, sub, on, onChange, disabledReason, children }: SwitchCardProps) {
  const id = useId()
  const isOff = disabledReason !== undefined
  return (
    <div className={layout.surface}>
      <label className={classNames(styles.switchHead, isOff && styles.off)}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          aria-labelledby={id}
          aria-describedby={`${id}-sub`}
          checked={on}
          disabled={isOff}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={styles.switch}
        />
        <span>
          <span id={id} className={text.strong}>
            {title}
          </span>
          <span id={`${id}-sub`} className={text.sub}>
            {disabledReason ?? sub}
          </span>
        </span>
      </label>
      {on && children !== undefined && <div className={styles.switchBody}>{children}</div>}
    </div>
  )
}
