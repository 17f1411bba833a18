import { expect, onTestFinished, test } from 'vitest'
import { openLocalHome } from '../testing/local-home.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'

const machine = { cpu: 4, memory_mib: 8192, gpu: 2, gpu_name: 'T4' }
const asked = { cpu: 1, memory_mib: 256, gpu: 1 }
const REFUSAL =
  'This machine has GPUs, but the sandbox (bubblewrap) keeps them from runs: choose a tier without GPU.'

async function engineWith(sandbox: boolean) {
  const probe = async (home: string) => ({
    ...(await plainHost(home)),
    sandbox: sandbox ? { program: 'bwrap', sizesFolders: true } : null,
  })
  const local = await openLocalHome(undefined, { machine, probe })
  onTestFinished(() => local.close())
  return local.engine
}

test('refuses a run that asks for a GPU if the sandbox hides the GPUs', async () => {
  const engine = await engineWith(true)
  await expect(engine.admit(asked, [])).rejects.toThrow(REFUSAL)
  await expect(engine.submit(plainSpec({ granted: asked }))).rejects.toThrow(REFUSAL)
  const { largest, notices } = await engine.capabilities()
  expect(largest.gpu).toBe(0)
  expect(notices).toContain(
    'No run gets a GPU of this machine (2 × T4): the sandbox (bubblewrap) keeps them from runs.',
  )
  expect((await engine.nodes())[0]?.capacity.gpu).toBe(0)
})

test('gives runs the GPUs of the machine without a sandbox', async () => {
  const engine = await engineWith(false)
  expect(await engine.admit(asked, [])).toEqual({ fits: true, granted: asked })
  expect((await engine.capabilities()).notices.join()).not.toContain('GPU')
})
