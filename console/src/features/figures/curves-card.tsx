import { exportSeries, type Series } from '@podium/contract/calls/run-series.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { formatDuration } from '../../format/duration.ts'
import text from '../../theme/text.module.css'
import { inside } from '../../ui/base-path.ts'
import { IconLink } from '../../ui/button/icon-button.tsx'
import { LinkedCharts } from '../../ui/chart/chart-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useNow } from '../runs/components/run-cells.tsx'
import { LookControls, PLAIN_LOOK } from './components/curve-look.tsx'
import styles from './components/figures.module.css'
import { CurveChart } from './curve-chart.tsx'
import { type CurveGroup, groupCurves } from './curve-groups.ts'
import { usePins } from './use-pins.ts'

interface CurvesCardProps {
  run: RunInfo
  series: readonly Series[]
  /** sentences about what could not be read */
  warnings: readonly string[]
  connected: boolean
  heardAt: number | null
}

/** Charts the figures of the run over its steps, pinned charts first. Hidden for an inference without curves. */
export function CurvesCard({ run, series, warnings, connected, heardAt }: CurvesCardProps) {
  const [look, setLook] = useState(PLAIN_LOOK)
  const pins = usePins(run.solution_id)
  const live = isLive(run.state)
  const groups = useMemo(() => curvesOf(series, live), [series, live])
  const pinned = groups.filter(({ id }) => pins.has(id))
  const others = groups.filter(({ id }) => !pins.has(id))
  const isInference = run.pipeline === 'inference' && !live && Object.keys(run.metrics).length > 0
  if (isInference && groups.length === 0 && warnings.length === 0) return null
  return (
    <Card
      title="Curves"
      note={noteOf(groups.length, pinned.length)}
      trailing={live && groups.length > 0 && <LiveNote connected={connected} heardAt={heardAt} />}
      flush
    >
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {groups.length === 0 && (
        <EmptyState title={live ? 'No figure yet' : 'This run recorded no figures over steps'}>
          <HowToWrite />
        </EmptyState>
      )}
      {groups.length > 0 && (
        <>
          <LookControls look={look} onChange={setLook}>
            <IconLink
              icon={Download}
              label="Download all figures as CSV"
              href={addressOf(exportSeries, { params: { id: run.id } })}
              download={`${run.name}-figures.csv`}
            />
          </LookControls>
          <LinkedCharts key={look.axis}>
            <ul aria-label="Curves">
              {[...pinned, ...others].map((group) => (
                <CurveChart key={group.id} run={run} group={group} look={look} pins={pins} />
              ))}
            </ul>
          </LinkedCharts>
        </>
      )}
    </Card>
  )
}

/** Returns the charts to draw. After the run, a figure with a single value is no curve; the table shows it. */
function curvesOf(series: readonly Series[], live: boolean): CurveGroup[] {
  const isCurve = ({ count, gaps }: Series) => count > 1 || gaps.length > 0
  const curves = new Set(series.filter(isCurve).map(({ name }) => name))
  return groupCurves(series).filter(({ names }) => live || names.some((name) => curves.has(name)))
}

function noteOf(charts: number, pinned: number): string | undefined {
  if (charts === 0) return undefined
  return pinned === 0 ? String(charts) : `${pinned} pinned of ${charts}`
}

/** Says that the curves are live, and when they were last updated. */
function LiveNote({ connected, heardAt }: Pick<CurvesCardProps, 'connected' | 'heardAt'>) {
  const now = useNow(true)
  if (!connected) return <span className={styles.broken}>Connection lost, trying again</span>
  const ago =
    heardAt === null ? '' : `, ${formatDuration(Math.max(0, Math.round((now - heardAt) / 1000)))} ago`
  return <span className={styles.live}>Live{ago}</span>
}

const EXAMPLE = `import podium
for step in range(100):
    podium.log(step=step, loss=0.2)`

function HowToWrite() {
  return (
    <>
      <span>
        Write them with the Python module below, or as lines of JSON to{' '}
        <code translate="no">$PODIUM_METRICS_FILE</code>.
      </span>
      <code translate="no" className={classNames(text.mono, styles.example)}>
        {EXAMPLE}
      </code>
      <a href={inside('/guide/watch-a-training.html')} target="_blank" rel="noopener noreferrer">
        All ways to write figures
      </a>
    </>
  )
}
