import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './button.module.css'

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
