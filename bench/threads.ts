import { loadavg } from 'node:os'
import { createLocalEngine } from '@podium/engines/local/local-engine.ts'
import { PYTHON_DEFAULTS } from '@podium/engines/python-settings.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { memoryObjects } from '@podium/engines/testing/memory-objects.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { endOf, textOfLog } from '@podium/engines/testing/watching.ts'
import { interleave, medianRatio, printFigures } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { atMost, type Verdict } from './verdict.ts'

const ROUNDS = 5
const MOST = 1.2
const REQUIREMENTS = 'xgboost-cpu\nscikit-learn\npolars\ntorch\n'
const LIBRARIES = ['xgboost', 'sklearn', 'polars', 'torch'] as const

/** Prints how many seconds a library computes, with its own choice of threads or with one. */
const PROGRAM = `
import os, sys, time
library, by_hand = sys.argv[1], sys.argv[2] == 'one'
if library == 'polars':
    if by_hand: os.environ['POLARS_MAX_THREADS'] = '1'
    import polars
    rows = polars.DataFrame({'key': polars.int_range(4_000_000, eager=True) % 1000}).with_columns(value=polars.col('key') * 1.5)
    work = lambda: rows.group_by('key').agg(spread=polars.col('value').std(), middle=polars.col('value').median()).sort('key')
elif library == 'torch':
    import torch
    if by_hand: torch.set_num_threads(1)
    network = torch.nn.Sequential(torch.nn.Linear(512, 1024), torch.nn.ReLU(), torch.nn.Linear(1024, 512))
    inputs = torch.ones(512, 512)
    def work():
        for _ in range(30): network(inputs).sum().backward()
else:
    import numpy
    inputs = numpy.random.default_rng(7).normal(size=(20_000, 30))
    kinds = (inputs[:, :5].sum(axis=1) > 0).astype(int)
    if library == 'sklearn':
        from sklearn.ensemble import RandomForestClassifier
        model = RandomForestClassifier(20, n_jobs=1 if by_hand else -1, random_state=7)
    else:
        from xgboost import XGBClassifier
        model = XGBClassifier(n_estimators=60, **({'n_jobs': 1} if by_hand else {}))
    work = lambda: model.fit(inputs, kinds)
work()
began = time.perf_counter()
work()
print('seconds:', time.perf_counter() - began)
`

/** Measures libraries in a tier of one core with their own number of threads, beside one thread set by hand. */
export async function measureThreads(): Promise<Verdict[]> {
  const objects = memoryObjects({
    'source.tar.gz': await archiveOf([
      { name: 'threads.py', content: PROGRAM },
      { name: 'requirements.txt', content: REQUIREMENTS },
    ]),
  })
  return inTemporaryHome(async (home) => {
    const engine = createLocalEngine({ home, objects, packages: { ...PYTHON_DEFAULTS, installer: 'uv' } })
    async function seconds(library: string, threads: 'own' | 'one', cpu = 1): Promise<number> {
      const spec = plainSpec({
        source: { bucket: 'bench', path: 'source.tar.gz', archive: true },
        command: ['python', 'threads.py', library, threads],
        granted: { cpu, memory_mib: 4096, gpu: 0 },
      })
      await engine.submit(spec)
      const { outcome, reason } = await endOf(engine, spec, PYTHON_DEFAULTS.install_minutes * 60_000)
      const log = await textOfLog(engine, spec, 'process')
      if (outcome !== 'succeeded') throw new Error(`${reason}\n${log}`)
      await engine.forget(spec)
      return Number(/^seconds: (.+)$/m.exec(log)?.[1])
    }
    try {
      // Installs packages, which would be slow with one core.
      await seconds('polars', 'one', 2)
      const verdicts: Verdict[] = []
      for (const library of LIBRARIES) {
        const figures = await interleave(ROUNDS, {
          own: () => seconds(library, 'own'),
          one: () => seconds(library, 'one'),
        })
        console.log(
          `${library}, load ${loadavg()
            .map((load) => load.toFixed(1))
            .join(' ')}`,
        )
        printFigures('ms', { own: inMs(figures.own), 'one by hand': inMs(figures.one) })
        const ratio = medianRatio(figures.own, figures.one)
        verdicts.push(
          atMost(`${library} in a tier of one core, beside one thread set by hand`, ratio, MOST, 'times'),
        )
      }
      return verdicts
    } finally {
      await engine.close()
    }
  })
}

function inMs(seconds: number[]): number[] {
  return seconds.map((one) => one * 1000)
}
