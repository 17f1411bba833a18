import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useAccount, useWorkspace } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { resourcesText } from '../runs/components/tier-words.ts'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Content, Home } from './use-home.ts'

type Tier = Content<'capacity'>['tiers'][number]

/** Up to this many seats are drawn one by one, more as a bar. */
const MAX_SEATS = 16
/** Up to this many tiers are shown with details. */
const FEW = 2
/** In drawing order. */
const KINDS = ['own', 'others', 'free', 'waiting'] as const

const AND = new Intl.ListFormat('en-GB')

/** Shows how many runs of each tier are running, wait and still fit. */
export function CapacityCard({ home }: { home: Home }) {
  const { role } = useAccount()
  const proof = role === 'ADMIN' ? paths.engine() : paths.models({ view: 'runs', state: 'queued' })
  return (
    <HomeCard
      home={home}
      name="capacity"
      title="Capacity per tier"
      trailing={<Link {...proof}>See the queue</Link>}
      footer={({ tiers }) => tiers.length > 0 && <Legend tiers={tiers} />}
    >
      {({ tiers }) =>
        tiers.length === 0 ? (
          <EmptyState title="No tier is set">
            Runs of this workspace get the engine's default, 1 vCPU and 1 GiB.
          </EmptyState>
        ) : (
          <Tiers tiers={tiers} />
        )
      }
    </HomeCard>
  )
}

/** Lists the tiers with runs or room one by one, and the others in one line. */
function Tiers({ tiers }: { tiers: readonly Tier[] }) {
  const shown = tiers.filter((tier) => KINDS.some((kind) => tier[kind] !== 0))
  const full = tiers.filter((tier) => !shown.includes(tier)).map(({ tier }) => tierLabels[tier])
  const isFew = shown.length <= FEW
  return (
    <ul className={classNames(styles.tiers, isFew && styles.few)}>
      {shown.map((tier) => (
        <TierRow key={tier.tier} tier={tier} isOneOfFew={isFew} />
      ))}
      {full.length > 0 && (
        <li className={classNames(text.note, styles.tier)}>There is no room for {AND.format(full)} now.</li>
      )}
    </ul>
  )
}

function TierRow({ tier, isOneOfFew }: { tier: Tier; isOneOfFew: boolean }) {
  const { own, others, waiting, free } = tier
  const total = own + others + (free ?? 0)
  const running = `${formatNumber(own)} running here, ${formatNumber(others)} in other workspaces`
  return (
    <li className={styles.tier}>
      <div className={text.cut}>
        <Link
          {...paths.models({ view: 'runs', tier: tier.tier, state: 'queued,starting,running' })}
          className={classNames(text.strong, styles.quietLink)}
        >
          {tierLabels[tier.tier]}
        </Link>
        <span translate="no" className={classNames(text.sub, text.mono)}>
          {tier.instance_type}
        </span>
      </div>
      <Seats tier={tier} />
      <span className={classNames(text.small, styles.tierWords)}>
        {waiting > 0 && (
          <>
            <b>{formatNumber(waiting)}</b> waiting ·{' '}
          </>
        )}
        {!isOneOfFew && <span className={text.hidden}>{running}, </span>}
        {free === null && 'free: not known'}
        {free !== null && total > 0 && (
          <>
            <b>{formatNumber(free)}</b> of {formatNumber(total)} free
          </>
        )}
      </span>
      {isOneOfFew && (
        <p className={text.note}>
          {running}. A run asks for <span className={text.unbroken}>{resourcesText(tier.asks)}</span>.
        </p>
      )}
    </li>
  )
}

/** Draws the seats of a tier. Hidden from screen readers, because the words beside it say the same. */
function Seats({ tier }: { tier: Tier }) {
  const parts = KINDS.map((kind) => ({ kind, count: tier[kind] ?? 0 })).filter(({ count }) => count > 0)
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  if (all <= MAX_SEATS)
    return (
      <span className={styles.seats} aria-hidden="true">
        {parts.flatMap(({ kind, count }) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          Array.from({ length: count }, (_, at) => <i key={`${kind} ${at}`} className={styles[kind]} />),
        )}
      </span>
    )
  let x = 0
  return (
    <svg className={styles.bar} viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ kind, count }) => {
        const begin = x
        x += count
        return <rect key={kind} className={styles[kind]} x={begin} width={count} height="1" />
      })}
    </svg>
  )
}

function Legend({ tiers }: { tiers: readonly Tier[] }) {
  const { display_name } = useWorkspace()
  const sum = (kind: 'own' | 'waiting') =>
    formatNumber(tiers.reduce((all, { [kind]: count }) => all + count, 0))
  return (
    <ul className={styles.legend}>
      <li className={styles.own}>
        Running in {display_name} <b>{sum('own')}</b>
      </li>
      <li className={styles.others}>Running elsewhere</li>
      <li className={styles.free}>Free</li>
      <li className={styles.waiting}>
        Waiting <b>{sum('waiting')}</b>
      </li>
    </ul>
  )
}
