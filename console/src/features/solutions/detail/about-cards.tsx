import { type Rating, rateSolution, readSolution, type Solution } from '@podium/contract/calls/solutions.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { limits, outcomes } from '@podium/contract/rules/rules.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { descriptionTabs } from '@podium/contract/solution-metadata/metadata-description.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useNewestChange } from '../../../record/use-newest-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { plainText } from '../../../ui/code/markdown-plain.ts'
import { Prose } from '../../../ui/code/prose.tsx'
import { ratingWords, StarButtons } from '../../../ui/drawing/stars.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import styles from '../solution-page.module.css'

/** The author's description, one tab per text. The address holds the chosen tab. */
export function DescriptionCard({ metadata }: { metadata: Metadata }) {
  const { search, change } = useAddress()
  const written = descriptionTabs(metadata).filter(({ markdown }) => markdown !== '')
  const values = tabValues(written.map(({ title }) => title))
  const [first] = values
  if (written.length === 0) return null
  return (
    <section aria-label="Description" className={layout.surface}>
      <Tabs
        label="Description"
        inCard
        value={chosenTab(search.tab, values)}
        onChange={(tab) => change({ tab: tab === first ? undefined : tab }, { replace: true })}
        tabs={written.map((tab, at) => ({
          value: values[at] ?? '',
          label: tab.title,
          panel: (
            <div className={styles.description}>
              <Prose text={tab.markdown} />
            </div>
          ),
        }))}
      />
    </section>
  )
}

/** Returns the word of each title in the address: 'Key Feature' becomes `key-feature`. Words are unique. */
export function tabValues(titles: readonly string[]): string[] {
  const taken: string[] = []
  for (const title of titles) {
    const word = title.trim().toLowerCase().replaceAll(/\s+/g, '-') || 'detail'
    const same = taken.filter((value) => value === word || value.startsWith(`${word}~`)).length
    taken.push(same === 0 ? word : `${word}~${same + 1}`)
  }
  return taken
}

/** Returns the tab that the address names, else the first. */
export function chosenTab(asked: string | undefined, values: readonly string[]): string {
  return values.find((value) => value === asked) ?? values[0] ?? ''
}

/** More than a first sentence needs. The parser is slow over long texts. */
const READ = 2000

/**
 * Returns a version's purpose in one sentence: its title, else the first sentence of its description, else undefined.
 * A title that only repeats the name, such as that of a folder, says nothing.
 */
export function leadOf(metadata: Metadata): string | undefined {
  const title = isObject(metadata.description) ? metadata.description.title : undefined
  if (typeof title === 'string' && !['', metadata.name].includes(title.trim())) return firstSentence(title)
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

/**
 * The rating of the solution, and the person's own stars, which can be changed. New stars show at once and are taken
 * back if the server refuses them.
 */
export function RatingCard({ solution: { id, rating: stored } }: { solution: Solution }) {
  const queries = useQueryClient()
  const disabledReason = useDisabledReason('solution.rate')
  const [sent, setSent] = useState<number>()
  const rating = sent === undefined ? stored : rated(stored, sent)
  const forget = (stars: number) => setSent((newest) => (newest === stars ? undefined : newest))
  const rate = useNewestChange({
    change: (stars: number, send) => send(rateSolution, { params: { id }, body: { stars } }),
    onDone(answer, stars) {
      const { queryKey } = q(readSolution, { params: { id } })
      queries.setQueryData<Solution>(queryKey, (solution) => solution && { ...solution, rating: answer })
      forget(stars)
    },
    failed: outcomes.save.failed,
    onRefused(_, stars) {
      forget(stars)
      return false
    },
  })

  function give(stars: number) {
    setSent(stars)
    void rate(stars)
  }

  return (
    <Card title="Rating">
      <div className={layout.stackTight}>
        <StarButtons label="Your rating" value={rating.own} onChange={give} disabledReason={disabledReason} />
        <div className={text.small}>
          <p className={classNames(rating.count === 0 && text.muted)}>{ratingWords(rating)}</p>
          <p role="status" className={text.muted}>
            {rating.own !== null && `You gave ${rating.own} of ${limits.rating}.`}
          </p>
        </div>
      </div>
    </Card>
  )
}

/** Returns the rating with the person's new stars in place of their previous ones. */
export function rated({ mean, count, own }: Rating, stars: number): Rating {
  const others = own === null ? count : count - 1
  const sum = mean * count - (own ?? 0)
  return { mean: (sum + stars) / (others + 1), count: others + 1, own: stars }
}
