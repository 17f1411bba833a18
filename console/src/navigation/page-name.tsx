import { createContext, type ReactNode, use, useEffect, useState } from 'react'

/** The state of the page's runs in the browser tab, before the page's name: '2 running'. */
interface TabState {
  words: string
  icon: 'running' | 'failed' | ''
}

const CALM: TabState = { words: '', icon: '' }

const NameContext = createContext('')
const TabContext = createContext(CALM)
/** Separate from the values, so that setting a name does not render the page again. */
const SettersContext = createContext({ setName: (_name: string) => {}, setTab: (_tab: TabState) => {} })

export function PageNameProvider({ children }: { children: ReactNode }) {
  const [name, setName] = useState('')
  const [tab, setTab] = useState(CALM)
  const [setters] = useState({ setName, setTab })
  return (
    <SettersContext value={setters}>
      <TabContext value={tab}>
        <NameContext value={name}>{children}</NameContext>
      </TabContext>
    </SettersContext>
  )
}

/** Names a page after its object, in the window's title and as the last step of the breadcrumb. */
export function useNamedPage(name: string): void {
  const { setName } = use(SettersContext)
  useEffect(() => {
    setName(name)
    return () => setName('')
  }, [name, setName])
}

export function usePageName(): string {
  return use(NameContext)
}

/** Shows in the browser tab's title and icon, while the page is open, that this run is running or has failed. */
export function useRunInTab(state: string): void {
  useTab(state === 'running' || state === 'failed' ? state : '', state)
}

/** The same for a page of several runs. */
export function useRunsInTab(running: number): void {
  useTab(running > 0 ? `${running} running` : '', 'running')
}

function useTab(words: string, icon: string): void {
  const { setTab } = use(SettersContext)
  useEffect(() => {
    if (words === '') return
    setTab({ words, icon: icon === 'failed' ? 'failed' : 'running' })
    return () => setTab(CALM)
  }, [words, icon, setTab])
}

export function useTabState(): TabState {
  return use(TabContext)
}
