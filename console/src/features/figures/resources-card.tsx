import type { Series } from '@podium/contract/calls/run-series.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useMemo } from 'react'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatFigure } from '../../format/number.ts'
import { LinkedCharts } from '../../ui/chart/chart-link.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import type { Point } from '../../ui/chart/line-points.ts'
import { Card } from '../../ui/layout/card.tsx'
import { allocatedTier } from '../runs/components/tier-name.ts'
import styles from './components/figures.module.css'
import { useCurves } from './components/use-series.ts'

const MIB_A_GIB = 1024

/** A limit is drawn only if the use reaches this share of it; a higher one would flatten the curve. */
const NEAR_LIMIT = 1 / 10

/** The title of each resource, the unit in which it is measured ('MiB' may become GiB), and the run's limit. */
const RESOURCES: Record<string, { title: string; unit: string; limit?: Limit }> = {
  cpu: { title: 'CPU', unit: 'cores', limit: ({ cpu }) => cpu },
  memory: { title: 'Memory', unit: 'MiB', limit: ({ memory_mib }) => memory_mib },
  gpu: { title: 'GPU', unit: '%' },
  gpu_memory: { title: 'GPU memory', unit: 'MiB' },
  disk: { title: 'Disk written', unit: 'MiB' },
}
type Limit = (granted: NonNullable<RunInfo['granted']>) => number

/** Returns the unit in which the largest value is at least 1, and how many of the measured units it has. */
function scaleOf(unit: string, largest: number): [unit: string, share: number] {
  return unit === 'MiB' && largest >= MIB_A_GIB ? ['GiB', MIB_A_GIB] : [unit, 1]
}

/** Charts the run's use of the machine, as the engine measured it, with what was granted. */
export function ResourcesCard({ run, series }: { run: RunInfo; series: readonly Series[] }) {
  const names = useMemo(
    () =>
      Object.keys(RESOURCES).filter((name) =>
        series.some((one) => one.kind === 'resource' && one.name === name),
      ),
    [series],
  )
  const query = useCurves(run.id, names, false)
  if (names.length === 0) return null
  return (
    <Card title="Resources" note="every 5 s" trailing={allocatedTier(run)} flush>
      {queryPlaceholder(query, 'resources') ?? (
        <LinkedCharts>
          <ul aria-label="Resources" className={styles.resources}>
            {(query.curves ?? []).map(({ name, points }) => (
              <Resource key={name} name={name} points={points} granted={run.granted} />
            ))}
          </ul>
        </LinkedCharts>
      )}
    </Card>
  )
}

interface ResourceProps {
  name: string
  points: readonly Point[]
  granted: RunInfo['granted']
}

function Resource({ name, points, granted }: ResourceProps) {
  const { title = name, unit: measured = '', limit } = RESOURCES[name] ?? {}
  const largest = Math.max(0, ...points.map(([, , value]) => value))
  const [unit, share] = scaleOf(measured, largest)
  const allowed = granted && limit ? limit(granted) : undefined
  const most = allowed === undefined ? undefined : grantedWords(allowed, measured)
  const isNear = allowed !== undefined && largest >= allowed * NEAR_LIMIT
  const drawn = isNear ? allowed / share : undefined
  const marked = useMemo(
    () => (drawn === undefined ? undefined : { value: drawn, name: `limit ${rounded(drawn)}` }),
    [drawn],
  )
  const shown = useMemo(
    () => [
      {
        id: name,
        name: title,
        color: 'var(--info-700)',
        points: points.map(([step, time, value]): Point => [step, time, value / share]),
      },
    ],
    [name, title, points, share],
  )
  const last = shown[0]?.points.at(-1)?.[2]
  return (
    <li className={styles.resource}>
      <div className={styles.resourceHead}>
        <span>{title}</span>
        {last !== undefined && (
          <b>
            {rounded(last)}
            {most?.unit === unit ? '' : ` ${unit}`}
            {most && ` of ${most.words}`}
          </b>
        )}
      </div>
      <LineChart
        label={`${title} in ${unit} over time${most ? `, ${most.words} granted` : ''}`}
        series={shown}
        axis="time"
        height={108}
        limit={marked}
        filled
        formatValue={(value) => `${formatFigure(value)} ${unit}`}
      />
    </li>
  )
}

/** Returns what was granted, in a unit that fits it. */
function grantedWords(allowed: number, measured: string) {
  const [unit, share] = scaleOf(measured, allowed)
  return { unit, words: `${rounded(allowed / share)} ${unit}` }
}

const rounded = (value: number) => formatFigure(Number(value.toPrecision(3)))
