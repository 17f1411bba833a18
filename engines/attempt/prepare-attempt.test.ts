import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rawTar } from '@podium/contract/testing/tars.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Input, RunSpec } from '../engine.ts'
import { archiveOf } from '../testing/archives.ts'
import { folderOf, type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { memoryObjects } from '../testing/memory-objects.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { type Ended, endOf, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'
import { exists } from './folders.ts'

const homes: LocalHome[] = []
afterEach(async () => {
  for (const local of homes.splice(0)) await local.close()
})

const input = (path: string, archive = false): Input => ({ bucket: 'poc', path, archive })

async function run(
  objects: Record<string, Buffer | string>,
  changes: Partial<RunSpec>,
): Promise<{ ended: Ended; log: string; engine: LocalHome['engine']; spec: RunSpec }> {
  const local = await openLocalHome(memoryObjects(objects))
  homes.push(local)
  const spec = plainSpec(changes)
  const ended = await runToEnd(local.engine, spec)
  return { ended, log: await textOfLog(local.engine, spec, 'process'), engine: local.engine, spec }
}

/** Lists the files in a run's data folder. */
async function dataOf(objects: Record<string, Buffer | string>, data: Input[]): Promise<string[]> {
  const command = ['sh', '-c', 'cd "$PODIUM_DATA_DIR" && find . -type f | sort']
  return (await run(objects, { data, command })).log.trim().split('\n').filter(Boolean)
}

describe('the source', () => {
  test("is unpacked into the program's working directory, and the run may write there", async () => {
    const source = await archiveOf([
      { name: 'train.sh', content: '#!/bin/sh\necho trained; echo x > note; cat note', mode: 0o755 },
    ])
    const { log } = await run(
      { 'source.tar.gz': source },
      { source: input('source.tar.gz', true), command: ['./train.sh'] },
    )
    expect(log).toBe('trained\nx\n')
  })

  test('is unpacked again after a server ended, whatever runs of the workspace did to the rest', {
    tags: 'python',
  }, async () => {
    const stuck = { ...memoryObjects({}), open: () => new Promise<never>(() => undefined) }
    const local = await openLocalHome(stuck)
    homes.push(local)
    const spec = plainSpec({ source: input('source.tar.gz', true), command: ['cat', 'note'] })
    await local.engine.submit(spec)
    const draft = await waitFor('the draft', async () => {
      const path = join(folderOf(local, spec), 'cwd.draft')
      return (await exists(path)) ? path : null
    })
    await local.engine.close()
    const deep =
      'import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(40): os.mkdir("d" * 200); os.chdir("d" * 200)'
    await promisify(execFile)('python3', ['-c', deep, draft])
    const source = await archiveOf([{ name: 'note', content: 'trained' }])
    const next = local.reopen(memoryObjects({ 'source.tar.gz': source }))
    expect(await endOf(next, spec)).toMatchObject({ outcome: 'succeeded' })
    expect(await textOfLog(next, spec, 'process')).toBe('trained')
  })

  test.each([
    ['a path outside', [{ name: '../evil', content: 'x' }], 'outside its folder'],
    ['a link', [{ name: 'way', type: 'symlink' as const, linkname: '/etc' }], 'neither a file nor a folder'],
  ])('with %s ends the run before it begins', async (_, entries, sentence) => {
    const objects = { 'source.tar.gz': await archiveOf(entries) }
    const { ended } = await run(objects, { source: input('source.tar.gz', true) })
    expect(ended).toMatchObject({ outcome: 'failed', started_at: null, exit_code: null })
    expect(ended.reason).toContain(sentence)
  })

  test('with a sparse file says how to pack it', async () => {
    const source = gzipSync(rawTar({ type: 'S', name: 'weights.bin' }))
    const { ended } = await run({ 'source.tar.gz': source }, { source: input('source.tar.gz', true) })
    expect(ended.reason).toBe(
      'The archive `source.tar.gz` holds "weights.bin" as a sparse file. Pack it whole: tar without --sparse.',
    )
  })

  test('is named in one line without control characters', async () => {
    const objects = { 'source.tar.gz': await archiveOf([{ name: '../x\n2026-01-01 Finished.\u001b[2J' }]) }
    const { ended } = await run(objects, { source: input('source.tar.gz', true) })
    expect(ended.reason).toBe(
      'The archive `source.tar.gz` holds `../x 2026-01-01 Finished.`, which would end up outside its folder: pack it again and upload it.',
    )
  })

  test('that is missing ends the run with its name', async () => {
    const { ended } = await run({}, { source: input('v1/source.tar.gz', true) })
    expect(ended.reason).toBe(
      'There is no object `v1/source.tar.gz` in the bucket `poc`: upload it or choose another.',
    )
  })
})

describe('the data', () => {
  const objects = { 'data/a.csv': 'a', 'data/sub/b.csv': 'b', 'more/c.csv': 'c', 'database/d.csv': 'd' }

  test('that is one prefix lies directly in the folder', async () => {
    expect(await dataOf(objects, [input('data/')])).toEqual(['./a.csv', './sub/b.csv'])
  })

  test('that is a prefix and a part of it lies there once', async () => {
    expect(await dataOf(objects, [input('data/'), input('data/sub/')])).toEqual(['./a.csv', './sub/b.csv'])
  })

  test('that is several prefixes has a folder for each', async () => {
    const found = await dataOf(objects, [input('data/'), input('more/')])
    expect(found).toEqual(['./data/a.csv', './data/sub/b.csv', './more/c.csv'])
  })

  test('that is single objects lies under their names', async () => {
    expect(await dataOf(objects, [input('data/sub/b.csv'), input('more/c.csv')])).toEqual([
      './b.csv',
      './c.csv',
    ])
  })

  test('that is an empty prefix is an empty folder', async () => {
    expect(await dataOf(objects, [input('nothing/')])).toEqual([])
  })

  test('with two objects for one path ends the run with the name', async () => {
    const clash = { 'a/x.csv': '1', 'b/x.csv': '2' }
    const { ended } = await run(clash, { data: [input('a/x.csv'), input('b/x.csv')] })
    expect(ended.reason).toContain('would become the same file, one of them `b/x.csv`')
  })

  test.runIf(process.getuid?.() === 0)('and the model are read-only', async () => {
    const command = [
      'sh',
      '-c',
      'cat "$PODIUM_DATA_DIR/a.csv" "$PODIUM_MODEL_DIR/weights"; for f in "$PODIUM_DATA_DIR/a.csv" "$PODIUM_MODEL_DIR/weights" "$PODIUM_DATA_DIR/new"; do (echo x > "$f") 2> /dev/null && echo "wrote $f"; done; true',
    ]
    const model = await archiveOf([{ name: 'weights', content: 'w', mode: 0o666 }])
    const { log, ended } = await run(
      { ...objects, 'model.tar.gz': model },
      { mode: 'inference', command, data: [input('data/')], model: input('model.tar.gz', true) },
    )
    expect(ended.outcome).toBe('succeeded')
    expect(log).toBe('aw')
  })

  test('is gone once the run is forgotten', async () => {
    const { engine, spec } = await run(objects, { data: [input('data/')] })
    await engine.forget(spec)
    expect(await engine.inspect([spec])).toEqual([{ phase: 'absent' }])
  })
})

describe('the files', () => {
  const command = ['sh', '-c', 'find . -type f | sort; cat rows.csv; echo x > rows.csv']
  const objects = async () => ({
    'source.tar.gz': await archiveOf([
      { name: 'train.py' },
      { name: 'rows.csv', content: 'old', mode: 0o444 },
      { name: 'data/a.csv' },
    ]),
    'first/rows.csv': 'first',
    'first/data/train/b.csv': '',
    'second/rows.csv': 'second',
    'folder/rows.csv/c': '',
    'file/data': '',
  })
  const source = input('source.tar.gz', true)

  test('are laid over the source in their order, and the run may write them', async () => {
    const { log, ended } = await run(await objects(), {
      source,
      command,
      files: [input('first/'), input('second/')],
    })
    expect(log).toBe('./data/a.csv\n./data/train/b.csv\n./rows.csv\n./train.py\nsecond')
    expect(ended.outcome).toBe('succeeded')
  })

  test.each([
    ['folder/', 'folder/rows.csv/c'],
    ['file/', 'file/data'],
  ])('of %s end the run before it begins if a file and a folder have one path', async (prefix, path) => {
    const { ended } = await run(await objects(), { source, files: [input(prefix)] })
    expect(ended).toMatchObject({ outcome: 'failed', started_at: null })
    expect(ended.reason).toContain(`would become the same file, one of them \`${path}\``)
  })
})

describe('the working directory', () => {
  const objects = { 'source/my sub/run.sh': '', 'source/rows.csv': '', 'files/made/here.csv': '' }
  const source = input('source/')
  const command = ['sh', '-c', 'ls; ls ..; realpath --relative-to "$HOME" .']

  test.each([
    ['my sub', 'run.sh\nmy sub\nrows.csv\nmy sub\n', []],
    ['made', 'here.csv\nmade\nmy sub\nrows.csv\nmade\n', [input('files/')]],
  ])('is the folder %s below the source', async (working_directory, printed, files) => {
    const { log } = await run(objects, { source, files, working_directory, command })
    expect(log).toBe(printed)
  })

  test.each(['absent', 'rows.csv', '..', 'my sub/../..'])(
    'ends the run before it begins if it is %s',
    async (working_directory) => {
      const { ended } = await run(objects, { source, working_directory, command })
      expect(ended).toMatchObject({ outcome: 'failed', started_at: null })
      expect(ended.reason).toBe(
        `The source has no folder \`${working_directory}\`, in which its program should start: correct the working directory.`,
      )
    },
  )

  test('is where a program with a path is looked for', async () => {
    const archive = await archiveOf([{ name: 'sub/run.sh', content: '#!/bin/sh\necho ran', mode: 0o755 }])
    const changes = { working_directory: 'sub', command: ['./run.sh'] }
    const { log } = await run({ a: archive }, { source: input('a', true), ...changes })
    expect(log).toBe('ran\n')
  })
})
