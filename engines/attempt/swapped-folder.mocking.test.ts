import { mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAll } from '../testing/watching.ts'
import { listWorkFiles } from './kept/work-files.ts'
import { listOutputs, openOutputFile } from './outputs.ts'

/** `looks` is the run's action between two file accesses of the engine; `opened` has the real paths that it opened. */
const between = vi.hoisted(() => ({ looks: () => {}, opened: [] as string[] }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (...asked) => {
    between.looks()
    const file = await real.open(...asked)
    between.opened.push(readlinkSync(`/proc/self/fd/${file.fd}`))
    return file
  }
  const opendir: typeof real.opendir = (...asked) => {
    between.looks()
    return real.opendir(...asked)
  }
  const lstat = (path: string) => {
    between.looks()
    return real.lstat(path)
  }
  return { ...real, open, opendir, lstat }
})

/** More than the engine's file accesses in one call. */
const LOOKS = 20
const MOMENTS = Array.from({ length: LOOKS }, (_, look) => look)

let parent: string
let out: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'podium-swapped-'))
  out = join(parent, 'out')
  for (const [folder, text] of [
    ['out/z', 'own'],
    ['outside', 'secret'],
  ] as const) {
    mkdirSync(join(parent, folder, 'deep'), { recursive: true })
    writeFileSync(join(parent, folder, 'deep', 'file'), text)
    writeFileSync(join(parent, folder, 'deep', `${text}-file`), text)
    writeFileSync(join(parent, folder, `${text}-file`), text)
  }
})
afterEach(() => {
  between.looks = () => {}
  rmSync(parent, { recursive: true })
})

/** Replaces a run's folder by a link out of it at this access of the engine, and restores it after `looks` more. */
function swapAt(look: number, looks: number): void {
  const [folder, away] = [join(out, 'z'), join(parent, 'aside')]
  let seen = 0
  between.opened = []
  between.looks = () => {
    if (seen === look) {
      renameSync(folder, away)
      symlinkSync(join(parent, 'outside'), folder)
    }
    if (seen === look + looks) {
      rmSync(folder)
      renameSync(away, folder)
    }
    seen += 1
  }
}

describe.runIf(process.platform === 'linux').each([1, 2, LOOKS])(
  'a folder that is a link for %i looks of the engine',
  (looks) => {
    test.each(MOMENTS)("from access %i on, shows nothing of the link's target", async (look) => {
      swapAt(look, looks)
      const { files } = await listOutputs(out)
      const own = ['z/deep/file', 'z/deep/own-file', 'z/own-file']
      expect(files.filter(({ path }) => !own.includes(path))).toEqual([])
      expect(files.filter(({ size }) => size !== 'own'.length)).toEqual([])
      expect(between.opened.filter((path) => path.startsWith(join(parent, 'outside')))).toEqual([])
    })

    test.each(MOMENTS)("from access %i on, shows nothing of the link's target as kept work", async (look) => {
      swapAt(look, looks)
      const listing = { since: 0, uid: null, under: [], kept: [out], isTaken: () => false, mostFiles: 9 }
      const { files } = await listWorkFiles(out, listing)
      const own = ['work/z/deep/file', 'work/z/deep/own-file', 'work/z/own-file']
      expect(files.filter(({ path }) => !own.includes(path))).toEqual([])
      expect(files.filter(({ size }) => size !== 'own'.length)).toEqual([])
      expect(between.opened.filter((path) => path.startsWith(join(parent, 'outside')))).toEqual([])
    })

    test.each(MOMENTS)("from access %i on, opens nothing of the link's target", async (look) => {
      swapAt(look, looks)
      const read = openOutputFile(out, 'z/deep/file', null).then(
        readAll,
        (error: { code: string }) => error.code,
      )
      expect(['own', 'ENOENT']).toContain(String(await read))
      expect(between.opened.filter((path) => path.startsWith(join(parent, 'outside')))).toEqual([])
    })
  },
)
