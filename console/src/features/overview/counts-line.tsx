import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { TextButton } from '../../ui/button/button.tsx'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

/** Counts the contents of the workspace in one line; every number links to its list. */
export function CountsLine({ home }: { home: Home }) {
  const { display_name } = useWorkspace()
  const { counts } = home.cards
  if (!counts?.content)
    return (
      <span role="alert">
        {counts?.problem} <TextButton onClick={() => home.refresh('counts')}>Count again</TextButton>
      </span>
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
    <>
      In {display_name}:{' '}
      {figures.map(({ words, to }, at) => (
        <Fragment key={words}>
          {at > 0 && ', '}
          <Link {...to} className={styles.count}>
            {words}
          </Link>
        </Fragment>
      ))}
    </>
  )
}
