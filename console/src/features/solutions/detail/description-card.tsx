import type { Metadata } from '@podium/contract/metadata.ts'
import { contactsOf, type DescriptionTab, descriptionTabs } from '@podium/contract/metadata-description.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import text from '../../../theme/text.module.css'
import { Prose } from '../../../ui/code/prose.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { Contacts } from './contacts.tsx'
import styles from './description-card.module.css'
import { chosenTab, tabValues } from './solution-search.ts'

/** What the author wrote, one tab for each part; the chosen one stands in the address. */
export function DescriptionCard({ metadata }: { metadata: Metadata }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const written = descriptionTabs(metadata)
  const values = tabValues(written.map(({ title }) => title))
  const first =
    values[
      Math.max(
        0,
        written.findIndex(({ markdown }) => markdown !== ''),
      )
    ]

  function choose(tab: string) {
    const next = { ...search, tab: tab === first ? undefined : tab }
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }

  return (
    <section aria-label="Description" className={styles.card}>
      <Tabs
        label="Description"
        inCard
        value={chosenTab(search.tab, values, first)}
        onChange={choose}
        tabs={written.map((tab, at) => ({
          value: values[at] ?? '',
          label: tab.title,
          panel: (
            <div className={styles.panel}>
              <Written tab={tab} metadata={metadata} />
            </div>
          ),
        }))}
      />
    </section>
  )
}

function Written({ tab, metadata }: { tab: DescriptionTab; metadata: Metadata }) {
  if (tab.markdown === '') return <p className={text.muted}>The author wrote nothing here.</p>
  if (tab.title !== 'Contact') return <Prose text={tab.markdown} />
  return <Contacts markdown={tab.markdown} contacts={contactsOf(metadata)} />
}
