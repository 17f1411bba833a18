import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const PageNameContext = createContext({ name: '', set: (_name: string) => {} })

export function PageNameProvider({ children }: { children: ReactNode }) {
  const [name, set] = useState('')
  return <PageNameContext value={{ name, set }}>{children}</PageNameContext>
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
