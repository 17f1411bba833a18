import { exportSeries } from '@podium/contract/calls/run-series.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { Download, Pin } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { IconButton, IconLink } from '../../ui/button/icon-button.tsx'
import { useChartLink, useIsZoomed } from '../../ui/chart/chart-link.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import type { CurveLook } from './components/curve-look.tsx'
import styles from './components/figures.module.css'
import { useCurves } from './components/use-series.ts'
import type { CurveGroup } from './curve-groups.ts'
import type { Pins } from './use-pins.ts'

interface CurveChartProps {
  run: Pick<RunInfo, 'id' | 'name'>
  group: CurveGroup
  look: CurveLook
  pins: Pins
}

/** A chart that is drawn only while it is in view, because a run may have hundreds. */
export function CurveChart(props: CurveChartProps) {
  const item = useRef<HTMLLIElement>(null)
  const isSeen = useSeen(item)
  return (
    <li ref={item} className={styles.curve}>
      {isSeen ? <SeenChart {...props} /> : <h3>{props.group.title}</h3>}
    </li>
  )
}

const SeenChart = memo(function SeenChart({ run, group, look, pins }: CurveChartProps) {
  const { id, title, names } = group
  const isZoomed = useIsZoomed(useChartLink())
  const query = useCurves(run.id, names, isZoomed)
  const isPinned = pins.has(id)
  return (
    queryPlaceholder(query, { loading: `Loading ${title}`, failed: `${title} could not be read` }) ?? (
      <LineChart
        title={title}
        label={`${names.join(', ')} over ${look.axis === 'step' ? 'steps' : 'time'}`}
        series={query.curves ?? []}
        axis={look.axis}
        logarithmic={look.logarithmic}
        smoothing={look.smoothing}
        height={300}
        actions={
          <>
            <IconButton
              icon={Pin}
              label={`Pin ${title}`}
              aria-pressed={isPinned}
              disabledReason={isPinned ? undefined : pins.fullReason}
              onClick={() => pins.toggle(id)}
            />
            <IconLink
              icon={Download}
              label={`Download ${title} as CSV`}
              href={addressOf(exportSeries, { params: { id: run.id }, query: { names: names.join(',') } })}
              download={`${run.name}-${title.replaceAll('/', '-')}.csv`}
            />
          </>
        }
      />
    )
  )
})

/** Returns true while an element is in view or close to it, and always if the browser cannot tell. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    if (typeof IntersectionObserver === 'undefined') return setSeen(true)
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '240px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
