import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button/button.tsx'
import type { Target } from './target.ts'

/** A link within the console, with the look of a button. */
export function ButtonLink({ kind, children, ...to }: Target & { kind?: 'primary'; children: ReactNode }) {
  return (
    <Link {...to} className={buttonClass({ kind })}>
      {children}
    </Link>
  )
}
