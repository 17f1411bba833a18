import type { ReplyOf } from '@podium/contract/call.ts'
import type { readOverviewSummary } from '@podium/contract/overview.ts'
import { shownState } from '@podium/contract/run-state.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { StateChip } from '../../ui/text/chip.tsx'
import styles from './overview.module.css'

export type Summary = ReplyOf<typeof readOverviewSummary>

/** What the workspace holds; every number leads to the list that proves it. */
export function Figures({ summary }: { summary: Summary }) {
  const figures = [
    { label: 'Solutions', count: summary.solutions, to: paths.solutions() },
    { label: 'Versions', count: summary.versions, to: paths.solutions() },
    { label: 'Instances', count: summary.instances, to: paths.instances() },
    { label: 'Streams', count: summary.streams, to: paths.models() },
    { label: 'Models', count: summary.models, to: paths.modelList() },
  ]
  return (
    <ul className={classNames(layout.surface, styles.figures)}>
      {figures.map(({ label, count, to }) => (
        <li key={label}>
          <Link {...to} className={styles.figure}>
            <span className={classNames(text.note, styles.label)}>{label}</span>{' '}
            <span className={styles.number}>{formatNumber(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const STATES = ['queued', 'running', 'succeeded', 'failed', 'stopped'] as const

/** How many runs are in each state; every number leads to these runs. */
export function RunStates({ runs }: Pick<Summary, 'runs'>) {
  return (
    <ul>
      {STATES.map((state) => (
        <li key={state}>
          <Link
            {...paths.models({ state })}
            className={classNames(layout.between, layout.inset, styles.state)}
          >
            <StateChip state={shownState(state)} />{' '}
            <span className={classNames(text.number, runs[state] === 0 && text.muted)}>
              {formatNumber(runs[state])}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
