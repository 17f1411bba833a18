import { diskWarning } from '@podium/contract/rules/disk-space.ts'
import { Link } from '@tanstack/react-router'
import { CircleX, Clock, HardDrive, Lock, TriangleAlert } from 'lucide-react'
import { formatTime } from '../../format/date-time.ts'
import { formatRoughly } from '../../format/duration.ts'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useAccount, useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { inside } from '../../ui/base-path.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { secondsBetween } from '../runs/components/run-cells.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { HomeCard } from './home-card.tsx'
import { type Need, needsOfMembers } from './needs-of-members.tsx'
import styles from './overview.module.css'
import type { Cards, Content, Home } from './use-home.ts'

const DAY_MS = 86_400_000

/** Lists what needs the person's attention; each entry links to its list. */
export function NeedsCard({ home }: { home: Home }) {
  const { id: workspace } = useWorkspace()
  const { role } = useAccount()
  return (
    <HomeCard
      home={home}
      name="needs"
      title="Needs you"
      note={({ since }) =>
        since === null ? (
          'in the last 24 hours'
        ) : (
          <>
            since your last visit, <Moment at={since} />
          </>
        )
      }
    >
      {(needs) => {
        const at = home.cards.needs?.at ?? ''
        const found = [
          ...needsOf(needs, at, workspace),
          ...needsOfMembers(needs, workspace, role === 'ADMIN'),
          ...needsOfEngine(home.cards),
        ]
        if (found.length === 0)
          return (
            <div className={layout.inset}>
              <Note tone="good">All clear, checked {formatTime(at)}.</Note>
            </div>
          )
        return (
          <ul className={styles.needs}>
            {found.map((need) => (
              <NeedItem key={need.id} need={need} />
            ))}
          </ul>
        )
      }}
    </HomeCard>
  )
}

function NeedItem({ need: { icon, tone, title, why, to, link } }: { need: Need }) {
  return (
    <li className={styles.need}>
      <Icon of={icon} className={tone} />
      <p className={text.strong}>{title}</p>
      <div className={classNames(text.small, text.muted, styles.why)}>{why}</div>
      <Link {...to} className={classNames(text.small, text.strong)}>
        {link}
      </Link>
    </li>
  )
}

function needsOf({ since, failed, waiting, locked }: Content<'needs'>, at: string, ws: string): Need[] {
  const ended_from = since ?? new Date(Date.parse(at) - DAY_MS).toISOString()
  const { newest } = failed
  const { longest } = waiting
  return [
    ...(newest
      ? [
          {
            id: 'failed',
            icon: CircleX,
            tone: text.crimson,
            title: `${countOf(failed.count, 'run')} failed`,
            ...(failed.count > 1
              ? {
                  why: <RunSentence run={newest} lead="Latest: " />,
                  to: paths.models({ view: 'runs', state: 'failed', ended_from, sort: '-ended_at' }),
                  link: 'See the failed runs',
                }
              : {
                  why: <RunSentence run={newest} />,
                  to: paths.run(newest.id, { ws }),
                  link: 'View run',
                }),
          },
        ]
      : []),
    ...(longest
      ? [
          {
            id: 'waiting',
            icon: Clock,
            tone: text.warn,
            title: `${countOf(waiting.count, 'run')} waiting${waiting.count > 1 ? ', the longest' : ''} for ${formatRoughly(secondsBetween(longest.at, at))}`,
            why: <RunSentence run={longest} />,
            to: paths.models({ view: 'runs', state: 'queued', sort: 'created_at' }),
            link: 'See the queue',
          },
        ]
      : []),
    ...(locked && locked.count > 0
      ? [
          {
            id: 'locked',
            icon: Lock,
            tone: text.crimson,
            title: `${countOf(locked.count, 'account')} locked`,
            why:
              locked.count > 1
                ? `${locked.username} and ${countOf(locked.count - 1, 'other')}, after too many wrong passwords.`
                : `${locked.username}, after too many wrong passwords.`,
            to: paths.accounts({ locked: 'true' }),
            link: 'Review and unlock',
          },
        ]
      : []),
  ]
}

type RunStub = NonNullable<Content<'needs'>['failed']['newest']>

function RunSentence({ run, lead }: { run: RunStub; lead?: string }) {
  return (
    <>
      {lead}
      <RunLink run={run} />
      {withDetail(run)}
    </>
  )
}

function withDetail({ detail }: RunStub): string {
  return detail === '' ? '' : `: ${detail}`
}

/** Returns the needs of administrators; none if their card could not be read. */
function needsOfEngine({ administration }: Cards): Need[] {
  const { disk = null, gaps = [] } = administration?.content ?? {}
  const diskTrouble = disk && diskWarning(disk)
  return [
    ...(diskTrouble
      ? [
          {
            id: 'disk',
            icon: HardDrive,
            tone: text.warn,
            title: 'The disk is filling up',
            why: (
              <>
                {diskTrouble}{' '}
                <a href={inside('/guide/operations/full-disk.html')}>What happens when it is full</a>
              </>
            ),
            to: paths.engine(),
            link: 'See the engine',
          },
        ]
      : []),
    ...(gaps.length > 0
      ? [
          {
            id: 'gaps',
            icon: TriangleAlert,
            tone: text.warn,
            title: countOf(gaps.length, 'engine problem'),
            why: (
              <ul className={layout.stackTight}>
                {gaps.map((gap) => (
                  <li key={gap}>{gap}</li>
                ))}
              </ul>
            ),
            to: paths.engine(),
            link: 'See the engine',
          },
        ]
      : []),
  ]
}
