import type { Metrics } from '../metrics.ts'
import { serveMetrics } from '../serve-metrics.ts'

/** The current metrics by series, with values looked up anew. */
export async function scrape(
  deps: Parameters<typeof serveMetrics>[0] & { metrics: Metrics },
): Promise<Map<string, number>> {
  const served = await serveMetrics(deps, deps.metrics, { host: '127.0.0.1', port: 0 })
  try {
    const text = await (await fetch(served.url)).text()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]))
  } finally {
    await served.close()
  }
}
