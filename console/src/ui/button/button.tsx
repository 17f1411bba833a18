import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { useTooltip } from '../tooltip/tooltip.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'>, ButtonLook {
  icon?: LucideIcon
  /** Its action is in progress: it keeps its width and ignores presses. */
  busy?: boolean
  /** Why it cannot be pressed now, shown as its tooltip. The button stays focusable. */
  disabledReason?: string | undefined
}

export function Button({ kind, small, wide, icon, busy, disabledReason, children, ...rest }: ButtonProps) {
  const { trigger, tooltip } = useTooltip(disabledReason, rest['aria-describedby'])
  const isDisabled = disabledReason !== undefined || busy === true
  return (
    <>
      <button
        type="button"
        {...rest}
        {...trigger}
        className={buttonClass({ kind, small, wide })}
        aria-disabled={isDisabled || undefined}
        aria-busy={busy || undefined}
        onClick={unlessDisabled(isDisabled, rest.onClick)}
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

/** A disabled button that stays focusable ignores presses, and Enter in a field of its form. */
export function unlessDisabled(disabled: boolean, press: ButtonProps['onClick']): ButtonProps['onClick'] {
  if (!disabled) return press
  return (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
}

interface ButtonLook {
  /** The last two have only an icon. */
  kind?: 'primary' | 'outline' | 'danger' | 'ghost' | 'icon' | 'outlineIcon'
  small?: boolean
  wide?: boolean
}

/** The look of a button, for links that must look like one. */
export function buttonClass({ kind = 'outline', small, wide }: ButtonLook = {}): string | undefined {
  return classNames(styles.button, styles[kind], small && styles.small, wide && styles.wide)
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className'>, Pick<ButtonLook, 'kind' | 'small'> {
  href: string
  icon: LucideIcon
}

/** A link out of the console, or a download, with the look of a button. */
export function LinkButton({ kind, small, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ kind, small })}>
      <Icon of={icon} size={small ? 14 : 16} />
      {children}
    </a>
  )
}

interface TextButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  icon?: LucideIcon
}

/** An action inside a sentence or a card header, with the look of a link. */
export function TextButton({ icon, children, ...rest }: TextButtonProps) {
  return (
    <button type="button" {...rest} className={styles.text}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </button>
  )
}
