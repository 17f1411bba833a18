import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { useTooltip } from '../feedback/tooltip.tsx'
import styles from './button.module.css'
import { type ButtonLook, buttonClass } from './button-class.ts'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  icon?: LucideIcon
  /** The work it started is under way: it keeps its width and takes no further press. */
  busy?: boolean
  /** Why it cannot be pressed now. It stays reachable, and says so to everybody. */
  reason?: string | undefined
}

export function Button({ kind, small, wide, icon, busy, reason, className, children, ...rest }: ButtonProps) {
  const { trigger, tooltip } = useTooltip(reason, rest['aria-describedby'])
  return (
    <>
      <button
        type="button"
        {...rest}
        {...trigger}
        className={classNames(buttonClass({ kind, small, wide }), className)}
        aria-disabled={reason !== undefined || busy ? true : undefined}
        aria-busy={busy ? true : undefined}
        onClick={unlessResting(reason !== undefined || busy === true, rest.onClick)}
      >
        <span className={classNames(styles.content, busy && styles.waiting)}>
          {icon && <Icon of={icon} size={small ? 14 : 16} />}
          {children}
        </span>
        {busy && <Icon of={LoaderCircle} className={styles.spinner} />}
      </button>
      {tooltip}
    </>
  )
}

/** A resting button takes no press, nor does Enter in a field of its form. */
export function unlessResting(resting: boolean, press: ButtonProps['onClick']): ButtonProps['onClick'] {
  if (!resting) return press
  return (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
}
