import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '@podium/engines/engine.ts'
import type { Deps } from '../deps.ts'
import { podium, record } from '../domains/audit/audit.ts'
import { productVersion } from '../product-version.ts'
import { writeWhole } from './home.ts'

/** The gaps in the isolation of runs at the last start, in the sentences of its release. */
interface LastStart {
  release: string
  gaps: string[]
}

/**
 * Compares the isolation of runs with that at the last start on this home. Anything no longer enforced goes into the
 * audit log, and stays first among the engine's notices until the next start.
 */
export async function compareIsolation<T extends Engine>(
  engine: T,
  { config: { home }, database }: Pick<Deps, 'config' | 'database'>,
): Promise<T> {
  const { gaps } = await engine.capabilities()
  const path = join(home, 'isolation.json')
  const before = await readLastStart(path)
  const lost = before?.release === productVersion ? gaps.filter((gap) => !before.gaps.includes(gap)) : []
  if (lost.length > 0)
    await database.transaction((tx) =>
      record(tx, podium, {
        action: 'engine.weaken',
        object_kind: 'engine',
        object_id: 'local',
        object_name: hostname(),
        before: { gaps: before?.gaps },
        after: { gaps },
      }),
    )
  await writeWhole(path, JSON.stringify({ release: productVersion, gaps } satisfies LastStart))
  if (lost.length === 0) return engine
  const sentence = `Isolation is weaker than at the last start: ${lost.join(' ')}`
  const withSentence = (all: string[]) => [sentence, ...all.filter((each) => !lost.includes(each))]
  return {
    ...engine,
    async capabilities() {
      const { notices, gaps, ...others } = await engine.capabilities()
      return { ...others, notices: withSentence(notices), gaps: withSentence(gaps) }
    },
  }
}

/** null at the first start, and if the file is damaged. */
async function readLastStart(path: string): Promise<LastStart | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LastStart
  } catch {
    return null
  }
}
