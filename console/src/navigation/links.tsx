import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button/button.tsx'
import { RowName } from '../ui/table/table-rows.tsx'
import type { Target } from './target.ts'

/** A link within the console, with the look of a button. */
export function ButtonLink({ kind, children, ...to }: Target & { kind?: 'primary'; children: ReactNode }) {
  return (
    <Link {...to} className={buttonClass({ kind })}>
      {children}
    </Link>
  )
}

/** The name of a row, which leads to its page. A name that is cut is read in the tooltip. */
export function RowLink({ to, name, sub }: { to: Target; name: string; sub?: ReactNode }) {
  return (
    <RowName sub={sub}>
      <Link {...to} title={name}>
        {name}
      </Link>
    </RowName>
  )
}
