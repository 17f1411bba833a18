import type { Metadata } from '@podium/contract/metadata.ts'
import { descriptionTabs } from '@podium/contract/metadata-description.ts'
import { isObject } from '@podium/contract/metadata-json.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { plainText } from '../../../ui/code/markdown-plain.ts'
import { Prose } from '../../../ui/code/prose.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import styles from '../solution-page.module.css'

/** What the author wrote, one tab for each part; the chosen one is kept in the address. */
export function DescriptionCard({ metadata }: { metadata: Metadata }) {
  const { search, change } = useAddress()
  const written = descriptionTabs(metadata)
  const values = tabValues(written.map(({ title }) => title))
  const first = values[written.findIndex(({ markdown }) => markdown !== '')] ?? values[0]
  return (
    <section aria-label="Description" className={layout.surface}>
      <Tabs
        label="Description"
        inCard
        value={chosenTab(search.tab, values, first)}
        onChange={(tab) => change({ tab: tab === first ? undefined : tab }, { replace: true })}
        tabs={written.map((tab, at) => ({
          value: values[at] ?? '',
          label: tab.title,
          panel: (
            <div className={styles.description}>
              {tab.markdown === '' ? (
                <p className={text.muted}>The author wrote nothing here.</p>
              ) : (
                <Prose text={tab.markdown} />
              )}
            </div>
          ),
        }))}
      />
    </section>
  )
}

/** Titles with the word each has in the address: 'Key Feature' is `key-feature`. No word is used twice. */
export function tabValues(titles: readonly string[]): string[] {
  const taken: string[] = []
  for (const title of titles) {
    const word = title.trim().toLowerCase().replaceAll(/\s+/g, '-') || 'detail'
    const same = taken.filter((value) => value === word || value.startsWith(`${word}~`)).length
    taken.push(same === 0 ? word : `${word}~${same + 1}`)
  }
  return taken
}

/** The tab named in the address, else the one to open without it. */
export function chosenTab(asked: string | undefined, values: readonly string[], first = values[0]): string {
  return values.find((value) => value === asked) ?? first ?? ''
}

/** A sentence is shorter; the parser takes its time over a long text. */
const READ = 2000

/** What a version is for, in one sentence: the author's title, else how the first text begins; undefined without both. */
export function leadOf(metadata: Metadata): string | undefined {
  const title = isObject(metadata.description) ? metadata.description.title : undefined
  if (typeof title === 'string' && title.trim() !== '') return firstSentence(title)
  const tabs = descriptionTabs(metadata)
  const found = ['Overview', 'Problem'].map((name) => tabs.find((tab) => tab.title === name)?.markdown)
  return firstSentence(plainText((found.find((markdown) => markdown) ?? '').slice(0, READ)))
}

function firstSentence(written: string): string | undefined {
  const line = written.trim().split('\n')[0] ?? ''
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
  if (sentence.length <= 200) return sentence || undefined
  return `${sentence.slice(0, sentence.lastIndexOf(' ', 200))} …`
}
