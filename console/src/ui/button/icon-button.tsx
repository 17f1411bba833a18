import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { useTooltip } from '../feedback/tooltip.tsx'
import styles from './button.module.css'
import { unlessDisabled } from './button.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  icon: LucideIcon
  /** Its accessible name, and its tooltip as long as it is not disabled. */
  label: string
  outline?: boolean
  disabledReason?: string | undefined
}

export function IconButton({ icon, label, outline, disabledReason, className, ...rest }: IconButtonProps) {
  const { trigger, tooltip } = useTooltip(disabledReason, rest['aria-describedby'])
  return (
    <>
      <button
        type="button"
        title={disabledReason === undefined ? label : undefined}
        {...rest}
        {...trigger}
        aria-label={label}
        aria-disabled={disabledReason === undefined ? undefined : true}
        className={classNames(styles.button, styles.icon, outline && styles.outlineIcon, className)}
        onClick={unlessDisabled(disabledReason !== undefined, rest.onClick)}
      >
        <Icon of={icon} />
      </button>
      {tooltip}
    </>
  )
}

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children'> {
  href: string
  icon: LucideIcon
  /** Its accessible name and its tooltip. */
  label: string
}

/** A link or download that looks like the IconButton beside it. */
export function IconLink({ icon, label, ...rest }: IconLinkProps) {
  return (
    <a
      {...rest}
      href={rest.href}
      title={label}
      aria-label={label}
      className={classNames(styles.button, styles.icon)}
    >
      <Icon of={icon} />
    </a>
  )
}
