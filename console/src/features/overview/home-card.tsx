import type { OverviewCard } from '@podium/contract/calls/overview.ts'
import type { ReactNode } from 'react'
import { formatTime } from '../../format/date-time.ts'
import { TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './overview.module.css'
import { type Content, type Home, newestReading } from './use-home.ts'

/** A card is old if it was read this much earlier than the newest one. */
const OLD_MS = 60_000

interface HomeCardProps<K extends OverviewCard> {
  home: Home
  name: K
  title: string
  note?: (content: Content<K>) => ReactNode
  trailing?: ReactNode
  footer?: (content: Content<K>) => ReactNode
  children: (content: Content<K>) => ReactNode
}

/**
 * A card of the overview, which is refreshed alone and fails alone. It shows its time only when pointed at or focused,
 * unless it is older than the header of the page says.
 */
export function HomeCard<K extends OverviewCard>(props: HomeCardProps<K>) {
  const { home, name, title, note, trailing, footer, children } = props
  const card = home.cards[name]
  if (!card) return null
  const content = card.content as Content<K> | null
  const isReading = home.reading.has(name)
  const isOld = Date.parse(newestReading(home.cards)) - Date.parse(card.at) > OLD_MS
  const refresh = () => home.refresh(name)
  return (
    <Card
      title={title}
      note={
        <>
          {content && note?.(content)}
          <span className={classNames(styles.reading, content && !isOld && styles.quiet)}>
            {formatTime(card.at)}{' '}
            <TextButton aria-label={`Refresh ${title}`} aria-busy={isReading} onClick={refresh}>
              Refresh
            </TextButton>
          </span>
        </>
      }
      trailing={trailing}
      footer={(content && footer?.(content)) ?? undefined}
      flush
    >
      {content ? (
        children(content)
      ) : (
        <ErrorState
          title={`${title} could not be read`}
          detail={card.problem}
          onRetry={refresh}
          retrying={isReading}
        />
      )}
    </Card>
  )
}
