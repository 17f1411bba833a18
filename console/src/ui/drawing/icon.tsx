import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  size?: 12 | 14 | 16 | 18 | 20
  className?: string | undefined
}

/** An icon with the stroke width of the design. Hidden from screen readers, which read the text beside it. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return <Drawing size={size} strokeWidth={size === 12 ? 2 : 1.75} className={className} aria-hidden="true" />
}
