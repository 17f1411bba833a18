import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
}

/** For what takes effect at once; a choice that waits for Save is a Checkbox. */
export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className={styles.choice}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state */}
      <input {...input} type="checkbox" role="switch" className={styles.switch} />
      <span>{label}</span>
    </label>
  )
}
