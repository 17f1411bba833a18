import type { ModelInfo } from '@podium/contract/calls/models.ts'
import { Suspense } from 'react'
import { formatVersion } from '../../../format/version.ts'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'

const LineChart = lazyPart(async () => (await import('../../../ui/chart/line-chart.tsx')).LineChart)

/** Charts a figure over the versions of the stream's models, with a dot for this one. */
export function HistoryChart({ model, figure }: { model: ModelInfo; figure: string }) {
  const names = new Map(model.history.map(({ version }) => [numberOf(version), formatVersion(version)]))
  const points = model.history.flatMap(({ version, metrics: { [figure]: value } }) =>
    value === undefined ? [] : [[numberOf(version), 0, value] as const],
  )
  const own = points.filter(([number]) => number === numberOf(model.version))
  return (
    <Suspense>
      <LineChart
        key={figure}
        title={`${figure} by model version`}
        label={`${figure} over the models of ${model.stream_name}`}
        nameOf={(number) => names.get(number) ?? ''}
        series={[
          { id: 'all', name: figure, points },
          { id: 'own', name: 'this model', color: 'var(--accent)', points: own },
        ]}
      />
    </Suspense>
  )
}

/** Returns 7 for '3.7'. */
function numberOf(version: string): number {
  return Number(version.split('.').at(-1))
}
