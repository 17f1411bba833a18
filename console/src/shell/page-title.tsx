import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageName } from '../navigation/page-name.tsx'

const PRODUCT = 'Podium'

/** The title of the window: the page, or the object it shows, and the product. */
export function PageTitle() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.title ?? '' })
  const shown = usePageName() || title
  useEffect(() => {
    document.title = shown === '' ? PRODUCT : `${shown} · ${PRODUCT}`
  }, [shown])
  return null
}
