import { markNotificationsRead, type Notification } from '@podium/contract/calls/notifications.ts'
import { CalendarClock, CircleCheck, CircleX, Clock, Gauge, type LucideIcon } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import type { Target } from '../../../navigation/target.ts'
import { useChange } from '../../../record/use-change.ts'
import text from '../../../theme/text.module.css'

/** Returns the page a notification links to: the list of a group's runs, or the workspace's runs if its run is gone. */
export function targetOf({ event, run_id, group, workspace_id: ws }: Notification): Target {
  if (group) {
    const { stream_id, from, to } = group
    return paths.models({ ws, view: 'runs', stream_id, person: 'me', from, to })
  }
  if (run_id !== null) return paths.run(run_id, { ws })
  if (event.startsWith('run.')) return paths.models({ ws })
  return paths.workspace(ws, { tab: event === 'quota.reached' ? 'use' : 'schedules' })
}

const BAD = { icon: CircleX, tone: text.crimson }
const GOOD = { icon: CircleCheck, tone: text.green }
const SCHEDULE = { icon: CalendarClock, tone: text.warn }
const ICONS: Record<Notification['event'], { icon: LucideIcon; tone: string | undefined }> = {
  'run.first_failure': BAD,
  'run.failed': BAD,
  'run.recovered': GOOD,
  'run.succeeded': GOOD,
  'run.group': GOOD,
  'run.waits': { icon: Clock, tone: text.warn },
  'schedule.paused': SCHEDULE,
  'schedule.missed': SCHEDULE,
  'quota.reached': { icon: Gauge, tone: text.warn },
}

export function iconOf({ event, group }: Notification) {
  return group && group.failed > 0 ? BAD : ICONS[event]
}

/** Marks the given notifications as read, or all of them. */
export function useMarkRead(): (ids: string[] | undefined) => Promise<boolean> {
  const { change } = useChange({
    change: (ids: string[] | undefined, send) =>
      send(markNotificationsRead, { body: ids === undefined ? {} : { ids } }),
    failed: 'It was not marked as read.',
  })
  return change
}
