import type { OverviewCard } from '@podium/contract/overview.ts'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../format/date-time.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import type { Content, Home } from './use-home.ts'

interface HomeCardProps<K extends OverviewCard> {
  home: Home
  name: K
  title: string
  note?: (content: Content<K>) => ReactNode
  trailing?: ReactNode
  footer?: (content: Content<K>) => ReactNode
  children: (content: Content<K>) => ReactNode
}

/** A card of the overview: it says when it was read, is read again alone, and fails alone. */
export function HomeCard<K extends OverviewCard>(props: HomeCardProps<K>) {
  const { home, name, title, note, trailing, footer, children } = props
  const card = home.cards[name]
  if (!card) return null
  const content = card.content as Content<K> | null
  const isReading = home.reading.has(name)
  const refresh = () => home.refresh(name)
  return (
    <Card
      title={title}
      note={content && note?.(content)}
      trailing={
        <>
          {trailing}
          <time dateTime={card.at} title={`Updated at ${formatTime(card.at)}`}>
            {formatTime(card.at)}
          </time>
          <IconButton
            icon={RefreshCw}
            label={`Refresh ${title}`}
            disabledReason={isReading ? 'It is being refreshed.' : undefined}
            onClick={refresh}
          />
        </>
      }
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
