import { useMatches } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { usePageName } from '../navigation/page-name.tsx'
import { useSessionState } from '../session/use-session.ts'
import { kindOfPage } from './object-kinds.ts'
import { noteObject } from './recent-objects.ts'

/** Records each object whose page is opened, once the page has its name. */
export function useVisits(): void {
  const name = usePageName()
  const { account, workspace } = useSessionState()
  const page = useMatches({ select: (matches) => matches.at(-1) })
  const note = useEffectEvent(() => {
    const kind = kindOfPage(page?.staticData.screen?.path)
    const { id } = (page?.params ?? {}) as { id?: string }
    if (kind && id && account && workspace) noteObject(account.accountId, workspace.id, { kind, id, name })
  })
  useEffect(() => {
    if (name !== '') note()
  }, [name])
}
