import type { MemoryEngine } from '@podium/engines/memory.ts'

const EVERY_MS = 200
const STEPS = 40

/** Lets every run proceed: it starts, reports progress, prints, and succeeds. */
export function actRuns(engine: MemoryEngine) {
  const done = new Map<string, number>()
  let isPaused = false
  let mayEndAtOnce = false

  async function goOn(): Promise<void> {
    if (isPaused) return
    for (const spec of engine.submitted) {
      const [seen] = await engine.inspect([spec])
      if (seen?.phase !== 'starting' && seen?.phase !== 'running') continue
      const step = (done.get(spec.run) ?? 0) + 1
      done.set(spec.run, step)
      engine.progress(spec, { fraction: Math.min(1, step / STEPS), step: 'train', message: null })
      engine.log(spec, 'process', `step ${step}\n`)
      if (step < STEPS && !mayEndAtOnce) continue
      engine.output(spec, 'model/weights.json', '[1]')
      engine.end(spec, { outcome: 'succeeded' })
    }
  }

  const timer = setInterval(() => void goOn(), EVERY_MS)
  return {
    /** Pauses all runs until `goOn`. */
    pause() {
      isPaused = true
    },
    goOn() {
      isPaused = false
    },
    /** From now on, every run ends at its next step. */
    endAll() {
      mayEndAtOnce = true
    },
    close: () => clearInterval(timer),
  }
}
