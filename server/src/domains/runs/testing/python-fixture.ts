import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listSeries, type Series } from '@podium/contract/calls/run-series.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { folderOf, openLocalHome } from '@podium/engines/testing/local-home.ts'
import type { RunLoop } from '../../run-loop/run-loop.ts'
import { addStream, createRunFixture, type RunFixture } from './run-fixture.ts'

/** Programs that wait for the test call `wait(name)`, which returns when the test calls `go(id, name)`. */
const PROLOGUE = `
import json, os, sys, time
out = os.environ["PODIUM_OUTPUT_DIR"]
def wait(name):
    while not os.path.exists(os.path.join(os.environ["PODIUM_LOG_DIR"], name)):
        time.sleep(0.01)
def write(name, text, mode="w"):
    path = os.path.join(out, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, mode) as file:
        file.write(text)
`

/** Runs of Python on this machine, whose figures a server reads. */
export interface PythonFixture {
  fixture: RunFixture<LocalEngine>
  loop: RunLoop
  /** Starts a run of the program; returns its id. */
  run(program: string): Promise<string>
  go(id: string, name: string): Promise<void>
  /** Lets another server take over the runs. */
  restart(): Promise<void>
  /** Runs rounds until the run has the wanted series. */
  until(id: string, wanted: (series: Series[]) => boolean): Promise<Series[]>
  ended(id: string): Promise<void>
  /** the points of one of its series */
  points(id: string, name: string): Promise<[number, number, number][]>
  close(): Promise<void>
}

export async function openPythonFixture(): Promise<PythonFixture> {
  const home = await openLocalHome()
  const fixture = await createRunFixture({ engine: home.engine })
  let loop = fixture.newLoop()
  let programs = 0

  const listed = async (id: string, query: Record<string, unknown> = {}) =>
    fixture.as('member').call(listSeries, { params: { id }, query })

  return {
    fixture,
    get loop() {
      return loop
    },
    async run(program) {
      programs += 1
      const { pipeline, ...rest } = metadataForTests()
      const command = ['python3', '-c', PROLOGUE + program]
      const metadata = { ...rest, pipeline: [{ ...pipeline[0], command, source_uri: '', dataset_uri: [] }] }
      const { stream } = await addStream(fixture, fixture.people.first.id, metadata, `program-${programs}`)
      return fixture.startAs('member', stream)
    },
    go: (id, name) => writeFile(join(folderOf(home, fixture.key(id)), 'log', name), ''),
    async restart() {
      await loop.close()
      loop = fixture.newLoop()
    },
    async until(id, wanted) {
      for (;;) {
        await loop.tick()
        const { series } = await listed(id)
        if (wanted(series)) return series
      }
    },
    async ended(id) {
      while ((await fixture.info(id)).ended_at === null) await loop.tick()
    },
    async points(id, name) {
      const { series } = await listed(id, { names: name, points: 2000 })
      return series.find((one) => one.name === name)?.points ?? []
    },
    async close() {
      await loop.close()
      await fixture.close()
      await home.close()
    },
  }
}
