import { Readable } from 'node:stream'
import type { Engine, Observation, RunKey } from '@podium/engines/engine.ts'
import { leftOut } from '@podium/engines/left-out.ts'
import type { Mask } from '@podium/engines/masking/mask.ts'
import { maskedPieces, maskedText, maskedTexts, readFrom } from '@podium/engines/masking/masked-bytes.ts'
import type { MaskOf } from './masks.ts'
import { redactedFollow, redactedLog, untold, withoutFigures } from './redacted.ts'

/** Files that a run reports through and the server reads: metrics, summary and MLflow store. Others are its own. */
const READ_BY_SERVER = /^(metrics\.jsonl?|(score\/)?inference_summary\.yaml|mlruns\/.*)$/

/**
 * Wraps the engine so that everything it reports of a run, its log above all, has the run's secrets masked.
 * Everything that is stored of a run is read through it, so it is masked too. A run whose secrets cannot be decrypted
 * is still followed, but none of its output is shown.
 */
export function maskedEngine(engine: Engine, maskOf: MaskOf): Engine {
  async function inspectOne(key: RunKey): Promise<Observation> {
    const [seen] = await engine.inspect([key])
    if (!seen || seen.phase === 'absent') return { phase: 'absent' }
    const waits = seen.phase === 'starting' && seen.waits_for !== undefined
    const saysNothing = seen.phase !== 'ended' && seen.progress === null && !waits
    const mask = saysNothing ? null : await maskOf(key)
    if (mask === 'lost') return untold(seen)
    return mask ? maskedTexts(mask, seen) : seen
  }

  type Masked = 'inspect' | 'openLog' | 'follow' | 'outputs' | 'openOutput' | 'withOutputFile' | 'packages'
  const masked: Pick<Engine, Masked> = {
    inspect: (keys) => Promise.all(keys.map(inspectOne)),
    async openLog(key, type, range = { from: 0 }) {
      const mask = await maskOf(key)
      if (!mask) return engine.openLog(key, type, range)
      const { from, to } = range
      if (mask === 'lost') return redactedLog(from, to)
      const wider = { from: readFrom(mask, from), ...(to !== undefined && { to: to + mask.longest }) }
      const opened = await engine.openLog(key, type, wider)
      return opened && { size: opened.size, stream: maskedStream(mask, opened.stream, from, to) }
    },
    async *follow(key, type, from, signal) {
      const mask = await maskOf(key)
      if (!mask) yield* engine.follow(key, type, from, signal)
      else if (mask === 'lost') yield* redactedFollow(engine.follow(key, type, from, signal), from)
      else yield* maskedPieces(mask, bytesOf(engine.follow(key, type, readFrom(mask, from), signal)), from)
    },
    async outputs(key, under) {
      const [mask, found] = await Promise.all([maskOf(key), engine.outputs(key, under)])
      if (!mask) return found
      if (mask === 'lost') return withoutFigures(found, (path) => READ_BY_SERVER.test(path))
      const files = found.files.filter(({ path }) => maskedText(mask, path) === path)
      const hidden = found.files.length - files.length
      const named = hidden === 0 ? [] : [leftOut('A file', 'its name contains a secret')]
      return { files, left_out: [...maskedTexts(mask, found.left_out), ...named] }
    },
    async openOutput(key, path, from = 0) {
      const mask = READ_BY_SERVER.test(path) ? await maskOf(key) : null
      if (!mask) return engine.openOutput(key, path, from)
      if (mask === 'lost') throw Object.assign(new Error(`${path} cannot be masked.`), { code: 'ENOENT' })
      return maskedStream(mask, await engine.openOutput(key, path, readFrom(mask, from)), from)
    },
    async packages(key) {
      const list = await engine.packages(key)
      const mask = list && (await maskOf(key))
      if (mask === 'lost') return null
      return mask ? maskedTexts(mask, list) : list
    },
    async withOutputFile(key, path, use) {
      // These files must be read through openOutput(), which masks them.
      if (READ_BY_SERVER.test(path)) return null
      return (await engine.withOutputFile?.(key, path, use)) ?? null
    },
  }
  // All other methods are inherited from the engine, also if a test replaces them later.
  return Object.assign(Object.create(engine) as Engine, masked)
}

function maskedStream(mask: Mask, stream: Readable, from: number, to?: number): Readable {
  const pieces = maskedPieces(mask, stream, from, to === undefined ? {} : { to })
  const masked = Readable.from(bytesOf(pieces), { objectMode: false })
  return masked.once('close', () => stream.destroy())
}

async function* bytesOf(pieces: AsyncIterable<{ bytes: Buffer }>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pieces) yield bytes
}
