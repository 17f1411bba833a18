import type { ShownState } from '@podium/contract/rules/run-state.ts'
import { countOf } from '../../format/number.ts'
import styles from './run-strip.module.css'

const HEIGHTS = { succeeded: 16, failed: 9, stopped: 5, training: 16, queued: 16 } as const

/** One bar per recent run, newest at the right. Height and fill distinguish the states. */
export function RunStrip({ states }: { states: readonly ShownState[] }) {
  const words = inWords(states)
  return (
    <svg
      role="img"
      aria-label={words}
      className={styles.strip}
      width={Math.max(states.length * 7 - 2, 1)}
      height="16"
    >
      <title>{words}</title>
      {states.map((state, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={at}
          className={styles[state]}
          x={at * 7 + (state === 'queued' ? 0.75 : 0)}
          y={16 - HEIGHTS[state] + (state === 'queued' ? 0.75 : 0)}
          width={state === 'queued' ? 3.5 : 5}
          height={HEIGHTS[state] - (state === 'queued' ? 1.5 : 0)}
          rx="1"
        />
      ))}
    </svg>
  )
}

function inWords(states: readonly ShownState[]): string {
  if (states.length === 0) return 'No runs'
  const parts = Object.keys(HEIGHTS).flatMap((word) => {
    const count = states.filter((state) => state === word).length
    return count > 0 ? [`${count} ${word}`] : []
  })
  return `Last ${countOf(states.length, 'run')}: ${parts.join(', ')}`
}
