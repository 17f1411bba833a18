import type { ModelInfo } from '@podium/contract/models.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'

const LineChart = lazyPart(async () => (await import('../../../ui/chart/line-chart.tsx')).LineChart)

/** A figure over the models of the stream; the axis counts the models. */
export function HistoryChart({ model, figure }: { model: ModelInfo; figure: string }) {
  const points = model.history.flatMap(({ version, metrics: { [figure]: value } }) =>
    value === undefined ? [] : [[numberOf(version), 0, value] as const],
  )
  return (
    <Suspense>
      <LineChart
        key={figure}
        title={figure}
        label={`${figure} over the models of ${model.stream_name}`}
        series={[{ id: figure, name: figure, points }]}
      />
    </Suspense>
  )
}

/** 7 of '3.7' */
function numberOf(version: string): number {
  return Number(version.split('.').at(-1))
}
