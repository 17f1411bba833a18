import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RowName } from '../ui/table/table-rows.tsx'
import type { Target } from './target.ts'

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
