import { createContext, type ReactNode, use, useEffect, useState } from 'react'

/** What the tab of the browser tells of the runs on its page, before the page's name: '2 running'. */
interface TabState {
  words: string
  icon: 'running' | 'failed' | ''
}

const CALM: TabState = { words: '', icon: '' }

const NameContext = createContext('')
const TabContext = createContext(CALM)
/** Apart from what they set: a page that names itself is not drawn anew for it. */
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

/** Names a page after its object: in the title of the window and as the last step of the breadcrumb. */
export function useNamedPage(name: string): void {
  const { setName } = use(SettersContext)
  useEffect(() => {
    setName(name)
    return () => setName('')
  }, [name, setName])
}

/** The name the page gave itself; '' for none. */
export function usePageName(): string {
  return use(NameContext)
}

/** Shows in the title and the icon of the browser's tab, while the page is open, that this run goes on or failed. */
export function useRunInTab(state: string): void {
  useTab(state === 'running' || state === 'failed' ? state : '', state)
}

/** The same for a page of many runs: how many of them go on. */
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
