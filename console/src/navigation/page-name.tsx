import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

interface PageName {
  name: string
  set: (name: string) => void
}

const PageNameContext = createContext<PageName>({ name: '', set: () => {} })

export function PageNameProvider({ children }: { children: ReactNode }) {
  const [name, set] = useState('')
  const value = useMemo(() => ({ name, set }), [name])
  return <PageNameContext value={value}>{children}</PageNameContext>
}

/** Names a page after its object: in the title of the window and as the last step of the breadcrumb. */
export function useNamedPage(name: string): void {
  const { set } = use(PageNameContext)
  useEffect(() => {
    set(name)
    return () => set('')
  }, [name, set])
}

/** The name the page gave itself; '' for none. */
export function usePageName(): string {
  return use(PageNameContext).name
}
