import { CalendarClock, type LucideIcon, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { relativeTime } from '../../format/date-time.ts'
import { formatLastDay } from '../../format/day.ts'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import type { Target } from '../../navigation/target.ts'
import text from '../../theme/text.module.css'
import type { Content } from './use-home.ts'

/** Something that needs the person's attention. */
export interface Need {
  id: string
  icon: LucideIcon
  tone: string | undefined
  title: string
  why: ReactNode
  /** the list that it links to */
  to: Target
  link: string
}

/** Returns the needs about open requests for access and memberships that end soon. */
export function needsOfMembers(
  { requests, ending, own_ends_at }: Content<'needs'>,
  workspace: string,
  isAdmin: boolean,
): Need[] {
  const oldest = requests?.oldest
  const next = ending?.next
  return [
    ...(requests && oldest
      ? [
          {
            id: 'requests',
            icon: UserPlus,
            tone: text.info,
            title: `${countOf(requests.count, 'request')} for access`,
            why: `${oldest.username} asks to join ${oldest.workspace_name}${others(requests.count)}.`,
            to: paths.accessRequests({
              ...(!isAdmin && { workspace_id: workspace }),
              state: 'open',
              sort: 'created_at',
            }),
            link: requests.count > 1 ? 'Review them' : 'Review it',
          },
        ]
      : []),
    ...(own_ends_at === null
      ? []
      : [
          {
            id: 'own-end',
            icon: CalendarClock,
            tone: text.warn,
            title: `Your membership ends ${relativeTime(own_ends_at)}`,
            why: `You are a member until ${formatLastDay(own_ends_at)}. A manager can extend it.`,
            to: paths.workspace(workspace, { tab: 'members' }),
            link: 'See the managers',
          },
        ]),
    ...(ending && next
      ? [
          {
            id: 'ending',
            icon: CalendarClock,
            tone: text.warn,
            title: `${countOf(ending.count, 'membership')} ending soon`,
            why: `${next.username} is a member until ${formatLastDay(next.ends_at)}${others(ending.count)}.`,
            to: paths.manageMembers(workspace),
            link: 'Manage the members',
          },
        ]
      : []),
  ]
}

function others(count: number): string {
  return count > 1 ? `, and there ${count === 2 ? 'is' : 'are'} ${countOf(count - 1, 'other')}` : ''
}
