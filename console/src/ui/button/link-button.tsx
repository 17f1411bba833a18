import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { type ButtonLook, buttonClass } from './button-class.ts'

export interface LinkButtonProps extends ComponentProps<'a'>, ButtonLook {
  href: string
  icon?: LucideIcon
}

/** A link out of the console, or a download, that looks like a button. */
export function LinkButton({ kind, small, wide, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ kind, small, wide })}>
      {icon && <Icon of={icon} size={small ? 14 : 16} />}
      {children}
    </a>
  )
}
