import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseIdentities, locateRuns } from './identity.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'podium-identity-'))
  await chmod(parent, 0o755)
})
afterEach(() => rm(parent, { recursive: true }))

test('gives each workspace a uid of its own, never that of the server or of nobody', () => {
  const { uidOf } = chooseIdentities(true, false)
  expect([uidOf(1), uidOf(2)]).toEqual([100_001, 100_002])
  for (const number of [0, -1, -34_466, 1.5, Number.NaN, 2 ** 31])
    expect(() => uidOf(number)).toThrow('no number')
})

test('runs everything as the server without root, and says so', () => {
  const { uidOf, notices } = chooseIdentities(false, false)
  expect(uidOf(1)).toBeNull()
  expect(notices.join()).toContain('does not run as root')
})

describe('the folder of runs', () => {
  test('lies in the home, which others may pass but not read', async () => {
    const home = join(parent, 'home')
    await mkdir(home, { mode: 0o700 })
    const { runs, notices } = await locateRuns(home, true)
    expect(runs).toBe(join(home, 'runs'))
    expect(notices).toEqual([])
    expect([(await stat(home)).mode & 0o777, (await stat(runs)).mode & 0o777]).toEqual([0o711, 0o711])
  })

  test('lies elsewhere if the path to the home is closed, always in the same place', async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const elsewhere = join(parent, 'elsewhere')
    const { runs, notices } = await locateRuns(join(closed, 'home'), true, elsewhere)
    expect(runs.startsWith(`${elsewhere}/runs-`)).toBe(true)
    expect(notices.join()).toContain(runs)
    expect((await locateRuns(join(closed, 'home'), true, elsewhere)).runs).toBe(runs)
    expect((await locateRuns(join(closed, 'other'), true, elsewhere)).runs).not.toBe(runs)
  })

  test('is closed to all others if the server is not root', async () => {
    const { runs } = await locateRuns(join(parent, 'home'), false)
    expect((await stat(runs)).mode & 0o777).toBe(0o700)
  })
})
