import { type ComponentProps, type ReactNode, useId } from 'react'
import text from '../../theme/text.module.css'
import choice from './choice.module.css'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
}

/** For what takes effect at once; a choice that waits for Save is a Checkbox. */
export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className={choice.choice}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state */}
      <input {...input} type="checkbox" role="switch" className={choice.switch} />
      <span>{label}</span>
    </label>
  )
}

interface SwitchCardProps {
  title: string
  /** what it does, in one line */
  sub: string
  on: boolean
  onChange: (on: boolean) => void
  /** why it cannot be turned on; shown in place of `sub` */
  disabledReason?: string | undefined
  /** opens below while it is on */
  children?: ReactNode
}

/** Something that is on or off, with what belongs to it while it is on. */
export function SwitchCard({ title, sub, on, onChange, disabledReason, children }: SwitchCardProps) {
  const id = useId()
  return (
    <div className={choice.switchCard}>
      <label className={choice.switchHead} data-off={disabledReason === undefined ? undefined : true}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          aria-labelledby={id}
          aria-describedby={`${id}-sub`}
          checked={on}
          disabled={disabledReason !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={choice.switch}
        />
        <span>
          <span id={id} className={choice.switchTitle}>
            {title}
          </span>
          <span id={`${id}-sub`} className={text.sub}>
            {disabledReason ?? sub}
          </span>
        </span>
      </label>
      {on && children !== undefined && <div className={choice.switchBody}>{children}</div>}
    </div>
  )
}
