import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCases } from '../../testing/package-failures/all-cases.ts'
import {
  failureOf,
  INSTALLERS,
  type Installer,
  type Outcome,
} from '../../testing/package-failures/failure-case.ts'
import { makeTools, type Tools } from '../../testing/package-failures/make-tools.ts'
import {
  gather,
  type Recording,
  readRecordings,
  writeRecordings,
} from '../../testing/package-failures/recordings.ts'
import { runCase } from '../../testing/package-failures/run-case.ts'
import { installSentence } from './install-sentence.ts'

/** Outputs and sentences are written to the files instead of compared. */
const isRecording = process.env.PODIUM_RECORD === '1'

let folder: string
let tools: Tools
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-installers-'))
  tools = await makeTools(folder)
})
afterAll(() => rm(folder, { recursive: true }))

test.each(Object.entries(await allCases()))('explains failures of the kind %s', async (kind, cases) => {
  const recorded = isRecording ? [] : readRecordings(kind)
  const found: Recording[] = []
  for (const one of cases) {
    const outcomes = await Promise.all(
      (one.installers ?? INSTALLERS).map(
        async (installer): Promise<[Installer, Outcome]> => [installer, await runCase(one, installer, tools)],
      ),
    )
    expect(
      outcomes.filter(([, { code }]) => code === 0).map(([installer]) => `${one.name}: ${installer}`),
    ).toEqual([])
    found.push(
      ...gather(one.name, outcomes, (installer, outcome) =>
        installSentence(failureOf(one, installer, outcome)),
      ),
    )
  }
  if (isRecording) writeRecordings(kind, found)
  else expect(sentencesOf(found)).toEqual(sentencesOf(recorded))
})

/** Returns the sentence of each case and installer. */
function sentencesOf(recordings: Recording[]): Record<string, string> {
  return Object.fromEntries(
    recordings.flatMap(({ name, installers, sentence }) =>
      installers.map((installer) => [`${name}, ${installer}`, sentence]),
    ),
  )
}
