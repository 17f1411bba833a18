import {
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collected, describeObjectStore } from './conformance.ts'
import { createDirectoryStore } from './directory.ts'
import { BadObjectName, ObjectExists, type ObjectStore, ObjectTooLarge } from './object-store.ts'

let home: string
let stores = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-storage-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** So deep that a made-up name with a few '..' stays in the test's own folder even if a check fails. */
const DEPTH = Array<string>(34).fill('d')

function newRoot(): string {
  stores += 1
  return join(home, ...DEPTH, `store-${stores}`, 'objects')
}

const TRICKS = [
  ...'.. . ... a poc secret outside deep folder-link file-link ~ C: etc passwd'.split(' '),
  ...'%2e%2e %2f ..%2f ..\\ \\ ..; ．． ‥ \u202e.. ..\0 \0 \r\n'.split(' '),
  '',
]

const NAMES = process.env.PODIUM_LONG === '1' ? 5_000 : 100

const body = (content: string) => Readable.from([Buffer.from(content)])

describeObjectStore('objects in a directory', () => createDirectoryStore({ root: newRoot() }))

describe('the directory of objects', () => {
  let root: string
  let store: ObjectStore

  beforeEach(async () => {
    root = newRoot()
    store = createDirectoryStore({ root })
    await store.makeBucket('poc')
  })

  it('is readable by its owner only', async () => {
    await store.put('poc', 'a/b/c', body('x'))
    const modeOf = async (path: string) => (await stat(join(root, path))).mode & 0o777
    for (const folder of ['', 'poc', 'poc/a', 'poc/a/b', '.incoming'])
      expect(await modeOf(folder)).toBe(0o700)
    expect(await modeOf('poc/a/b/c')).toBe(0o600)
  })

  it('gives every put a new etag, even for the same content', async () => {
    const etags = new Set<string>()
    for (let round = 0; round < 20; round += 1)
      etags.add((await store.put('poc', 'a', body('x'), { replace: true })).etag)
    expect(etags.size).toBe(20)
  })

  describe('linkFile()', () => {
    const file = () => join(root, 'file')
    const contentOf = async (path: string) => {
      const opened = await store.open('poc', path)
      return opened && text(opened.stream)
    }

    beforeEach(() => writeFile(file(), 'large', { mode: 0o644 }))

    it('makes the file the object, readable by its owner only', async () => {
      const linked = await store.linkFile('poc', 'a/b', file(), { owner: null, limit: 5 })
      expect(linked).toEqual(await store.stat('poc', 'a/b'))
      expect(linked).toMatchObject({ path: 'a/b', size: 5 })
      const [object, given] = await Promise.all([stat(join(root, 'poc/a/b')), stat(file())])
      expect([object.ino, object.mode & 0o777]).toEqual([given.ino, 0o600])
      await rm(file())
      expect(await contentOf('a/b')).toBe('large')
    })

    it('links again after a crash, and replaces another object', async () => {
      await store.put('poc', 'a', body('before'))
      const first = await store.linkFile('poc', 'a', file(), { owner: null })
      const again = await store.linkFile('poc', 'a', file(), { owner: null })
      expect(again?.etag).not.toBe(first?.etag)
      expect(await contentOf('a')).toBe('large')
      expect(await readdir(join(root, '.incoming'))).toEqual([])
    })

    it('links nothing that has another name, is a link or is a folder', async () => {
      await link(file(), join(root, 'other'))
      await symlink(file(), join(root, 'link'))
      expect(await store.linkFile('poc', 'a', file(), { owner: null })).toBeNull()
      expect(await store.linkFile('poc', 'a', join(root, 'link'), { owner: null })).toBeNull()
      expect(await store.linkFile('poc', 'a', root, { owner: null })).toBeNull()
      expect(await store.stat('poc', 'a')).toBeNull()
      expect(await readdir(join(root, '.incoming'))).toEqual([])
    })

    it.runIf(process.getuid?.() === 0)('takes only a file of the owner, and owns it afterwards', async () => {
      await chown(file(), 4711, 4711)
      expect(await store.linkFile('poc', 'a', file(), { owner: 4712 })).toBeNull()
      expect(await store.linkFile('poc', 'a', file(), { owner: 4711 })).toMatchObject({ size: 5 })
      expect((await stat(file())).uid).toBe(0)
      expect(await store.linkFile('poc', 'a', file(), { owner: 4711 })).toMatchObject({ size: 5 })
    })

    it('links nothing that is too large or that the caller rejects', async () => {
      await expect(store.linkFile('poc', 'a', file(), { owner: null, limit: 4 })).rejects.toThrow(
        ObjectTooLarge,
      )
      const within = () => Promise.reject(new Error('no longer'))
      await expect(store.linkFile('poc', 'a', file(), { owner: null, within })).rejects.toThrow('no longer')
      await expect(store.linkFile('gone', 'a', file(), { owner: null })).rejects.toThrow(
        'There is no bucket "gone".',
      )
      expect(await store.stat('poc', 'a')).toBeNull()
      expect(await readdir(join(root, '.incoming'))).toEqual([])
    })
  })

  it('keeps nothing of puts that failed, and of objects that were replaced or removed', async () => {
    await store.put('poc', 'a/b/c', body('x'))
    await store.put('poc', 'a/b/c', body('y'), { replace: true })
    await expect(store.put('poc', 'a/b/c', body('z'))).rejects.toThrow(ObjectExists)
    await expect(store.put('poc', 'd/e', body('too large'), { limit: 3 })).rejects.toThrow()
    expect(await readdir(join(root, '.incoming'))).toEqual([])
    expect(await readdir(join(root, 'poc'))).toEqual(['a'])
    await store.remove('poc', 'a/b/c')
    expect(await readdir(join(root, 'poc'))).toEqual([])
    expect(await readdir(root)).toEqual(expect.arrayContaining(['poc', '.incoming']))
  })

  it('is found by the next process, which sweeps files that a crash left an hour ago', async () => {
    await store.put('poc', 'a', body('kept'))
    const old = join(root, '.incoming', 'old')
    await writeFile(old, 'half')
    const hourAgo = Date.now() / 1000 - 3601
    await utimes(old, hourAgo, hourAgo)
    await writeFile(join(root, '.incoming', 'growing'), 'half')
    const next = createDirectoryStore({ root })
    await next.sweep([])
    expect(await readdir(join(root, '.incoming'))).toEqual(['growing'])
    const opened = await next.open('poc', 'a')
    expect(opened && (await text(opened.stream))).toBe('kept')
  })

  it('puts objects below folders that removals delete at the same time', async () => {
    const work = Array.from({ length: 40 }, async (_, index) => {
      await store.put('poc', `a/b/${index}`, body('x'))
      await store.remove('poc', `a/b/${index}`)
    })
    await Promise.all(work)
    expect(await readdir(join(root, 'poc'))).toEqual([])
  })

  it('creates and removes no bucket if a file or a link has its name', async () => {
    await writeFile(join(root, 'plain'), 'kept')
    await symlink(join(root, 'poc'), join(root, 'linked'))
    for (const bucket of ['plain', 'linked']) {
      await expect(store.makeBucket(bucket)).rejects.toThrow('is taken by something that is not a folder.')
      await store.removeBucket(bucket)
    }
    expect((await readdir(root)).sort()).toEqual(['linked', 'plain', 'poc'])
  })

  it('reuses the name of a folder that a crash left empty', async () => {
    await mkdir(join(root, 'poc', 'a'))
    await store.put('poc', 'a', body('x'))
    await mkdir(join(root, 'poc', 'b'))
    await store.put('poc', 'b', body('x'), { replace: true })
    expect((await collected(store.list('poc', ''))).map((object) => object.path)).toEqual(['a', 'b'])
  })

  describe('with links and other traps in it', () => {
    let outside: string

    beforeEach(async () => {
      outside = join(root, '..', 'outside')
      await mkdir(join(outside, 'deep'), { recursive: true })
      await writeFile(join(outside, 'secret'), 'secret')
      await writeFile(join(outside, 'deep', 'secret'), 'secret')
      await symlink(outside, join(root, 'poc', 'folder-link'))
      await symlink(join(outside, 'secret'), join(root, 'poc', 'file-link'))
      await symlink(outside, join(root, 'linked-bucket'))
    })

    async function expectOutsideUntouched() {
      expect((await readdir(outside)).sort()).toEqual(['deep', 'secret'])
      expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret')
      expect(await readdir(join(outside, 'deep'))).toEqual(['secret'])
    }

    it('follows none of them', async () => {
      for (const [bucket, path] of [
        ['poc', 'file-link'],
        ['poc', 'folder-link/secret'],
        ['poc', 'folder-link/deep/secret'],
        ['linked-bucket', 'secret'],
      ] as const) {
        expect(await store.stat(bucket, path)).toBeNull()
        expect(await store.open(bucket, path)).toBeNull()
        expect(await store.remove(bucket, path)).toBe(false)
      }
      expect(await collected(store.list('poc', ''))).toEqual([])
      expect(await collected(store.list('poc', 'folder-link/'))).toEqual([])
      expect(await collected(store.list('linked-bucket', ''))).toEqual([])
      expect(await store.removeAll('poc', 'folder-link/')).toBe(0)
      await expect(store.put('poc', 'folder-link/new', body('x'))).rejects.toThrow(BadObjectName)
      await expect(store.put('poc', 'folder-link/deep/new', body('x'))).rejects.toThrow(BadObjectName)
      await expect(store.put('poc', 'file-link', body('x'))).rejects.toThrow(ObjectExists)
      await expect(store.put('linked-bucket', 'new', body('x'))).rejects.toThrow(BadObjectName)
      await expect(store.makeBucket('linked-bucket')).rejects.toThrow(BadObjectName)
      await store.put('poc', 'file-link', body('mine'), { replace: true })
      await store.removeBucket('poc')
      await store.removeBucket('linked-bucket')
      await expectOutsideUntouched()
    })

    it(`opens nothing outside the root for ${NAMES} made-up names`, async () => {
      const part = fc.constantFrom(...TRICKS)
      const wayOut = fc.constantFrom(
        'folder-link/secret',
        'file-link',
        '../outside/secret',
        '../../outside/deep',
      )
      const glue = fc.oneof(
        { weight: 3, arbitrary: fc.constant('/') },
        { weight: 1, arbitrary: fc.constantFrom('//', '\\', '/./', '%2f') },
      )
      const piece = fc.oneof(
        { weight: 9, arbitrary: part },
        { weight: 3, arbitrary: wayOut },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      )
      const name = fc
        .tuple(piece, fc.array(fc.tuple(glue, piece), { maxLength: 7 }))
        .map((parts) => parts.flat(2).join(''))
      const bucket = fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('poc', 'linked-bucket') },
        { weight: 1, arbitrary: name },
      )
      const call = fc.constantFrom('open', 'stat', 'remove', 'list', 'removeAll')

      async function attack(
        verb: 'open' | 'stat' | 'remove' | 'list' | 'removeAll',
        inside: string,
        path: string,
      ) {
        if (verb === 'open') return store.open(inside, path)
        if (verb === 'stat') return store.stat(inside, path)
        if (verb === 'list') return (await collected(store.list(inside, path)))[0] ?? null
        return (await store[verb](inside, path === '' ? '/' : path)) || null
      }

      await fc.assert(
        fc.asyncProperty(call, bucket, name, async (verb, inside, path) => {
          const found = await attack(verb, inside, path).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BadObjectName)
            return null
          })
          expect(found).toBeNull()
        }),
        { numRuns: NAMES },
      )
      await fc.assert(
        fc.asyncProperty(bucket, name, async (inside, path) => {
          await store.put(inside, path, body('evil'), { replace: true }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BadObjectName)
          })
        }),
        { numRuns: 500 },
      )
      await expectOutsideUntouched()
      expect((await readdir(join(root, '..'))).sort()).toEqual(['objects', 'outside'])
      expect((await readdir(root)).sort()).toEqual(['.incoming', 'linked-bucket', 'poc'])
    })
  })
})
