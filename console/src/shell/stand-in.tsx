import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/layout/page-header.tsx'

/** The content shown while the page is missing, below the page's heading. */
export function StandIn({ children }: { children: ReactNode }) {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const parts = (
    <>
      {screen?.title && <PageHeader title={screen.title} />}
      {children}
    </>
  )
  return screen?.bare ? <main>{parts}</main> : parts
}
