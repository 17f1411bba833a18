import { Link } from '@tanstack/react-router'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

/** What the workspace holds, in one quiet row; every number leads to the list that proves it. */
export function CountsRow({ home }: { home: Home }) {
  const { counts } = home.cards
  if (!counts?.content)
    return (
      <p role="alert" className={text.note}>
        {counts?.problem} <TextButton onClick={() => home.refresh('counts')}>Count again</TextButton>
      </p>
    )
  const { solutions, versions, instances, streams, models } = counts.content
  const figures = [
    { words: countOf(solutions, 'solution'), to: paths.solutions() },
    { words: countOf(versions, 'version'), to: paths.solutions() },
    { words: countOf(instances, 'instance'), to: paths.instances() },
    { words: countOf(streams, 'stream'), to: paths.models({ view: 'streams' }) },
    { words: countOf(models, 'model'), to: paths.modelList() },
  ]
  return (
    <ul aria-label="In this workspace" className={classNames(text.note, styles.legend)}>
      {figures.map(({ words, to }) => (
        <li key={words}>
          <Link {...to} className={styles.quietLink}>
            {words}
          </Link>
        </li>
      ))}
    </ul>
  )
}
