import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button, type ButtonProps, LinkButton } from './button.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'kind' | 'small' | 'wide' | 'busy' | 'children'> {
  icon: LucideIcon
  /** Its accessible name, and its tooltip unless it is disabled. */
  label: string
  outline?: boolean
}

export function IconButton({ label, outline, ...rest }: IconButtonProps) {
  return (
    <Button
      title={rest.disabledReason === undefined ? label : undefined}
      {...rest}
      aria-label={label}
      kind={outline ? 'outlineIcon' : 'icon'}
    />
  )
}

interface IconLinkProps extends Omit<ComponentProps<typeof LinkButton>, 'kind' | 'small' | 'children'> {
  /** Its accessible name and its tooltip. */
  label: string
}

/** A link or download with the look of an IconButton. */
export function IconLink({ label, ...rest }: IconLinkProps) {
  return <LinkButton {...rest} title={label} aria-label={label} kind="icon" />
}
