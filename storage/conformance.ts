import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  BadObjectName,
  ObjectExists,
  type ObjectStore,
  ObjectTooLarge,
  type PutOptions,
} from './object-store.ts'

/** Collects everything that the iterable yields. */
export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Names that services, their lists and XML tend to change. */
export const ODD_NAMES = [
  '100%.csv',
  '%',
  '%zz',
  'a%41',
  'aA',
  'a%2Fb',
  'a+b.txt',
  'a b.txt',
  'config %41+é.json',
  ' before',
  'after ',
  'two  spaces',
  'dot.',
  'dots..',
  '..dots',
  '한글'.normalize('NFC'),
  '한글'.normalize('NFD'),
  'é'.normalize('NFD'),
  'a&amp;b',
  '&#65;',
  'a&b<c>d"e\'f',
  '#a?b=c&d;e:f|g*h~i@j$k,l^m`n{o}[p]!(q)',
  '\u202eleft\u200b',
  '😀',
]

/**
 * The suite that every object store passes.
 * @param make returns an empty store
 * @param rounds how often an object is replaced, and how many race for a path: fewer for a store that is slow
 */
export function describeObjectStore(
  name: string,
  make: () => Promise<ObjectStore> | ObjectStore,
  { rounds = 20 } = {},
): void {
  describe(name, () => {
    let store: ObjectStore

    beforeEach(async () => {
      store = await make()
      await store.makeBucket('poc')
    })

    const put = (path: string, content: string, options?: PutOptions) =>
      store.put('poc', path, Readable.from([Buffer.from(content)]), options)

    async function contentOf(path: string, from?: number, to?: number): Promise<string | null> {
      const opened = await store.open(
        'poc',
        path,
        from === undefined ? undefined : { from, ...(to !== undefined && { to }) },
      )
      return opened === null ? null : text(opened.stream)
    }

    async function pathsBelow(prefix: string): Promise<string[]> {
      return (await collected(store.list('poc', prefix))).map((object) => object.path)
    }

    it('makes, knows and removes buckets', async () => {
      await put('a/b', 'x')
      expect([await store.makeBucket('poc'), await store.makeBucket('new')]).toEqual([false, true])
      expect(await store.bucketExists('poc')).toBe(true)
      expect(await contentOf('a/b')).toBe('x')
      await store.removeBucket('poc')
      await store.removeBucket('poc')
      expect(await store.bucketExists('poc')).toBe(false)
      expect(await contentOf('a/b')).toBeNull()
      expect(await pathsBelow('')).toEqual([])
      await expect(put('a/b', 'x')).rejects.toThrow('There is no bucket "poc".')
    })

    it('returns the object that was put, with size, time and an etag', async () => {
      const before = Date.now()
      const object = await put('datasets/iris/a.csv', 'häagen')
      expect(object).toMatchObject({ path: 'datasets/iris/a.csv', size: 7 })
      expect(object.etag).toMatch(/^[A-Za-z0-9-]+$/)
      expect(Math.abs(Date.parse(object.modified_at) - before)).toBeLessThan(60_000)
      expect(object.modified_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(await store.stat('poc', 'datasets/iris/a.csv')).toEqual(object)
      const opened = await store.open('poc', 'datasets/iris/a.csv')
      expect(opened).toMatchObject(object)
      expect(opened && (await text(opened.stream))).toBe('häagen')
    })

    it('keeps empty objects, large ones and odd names', async () => {
      await put('empty', '')
      expect(await contentOf('empty')).toBe('')
      const large = Buffer.alloc(3_000_001, 'podium')
      await store.put('poc', 'large', Readable.from([large.subarray(0, 10), large.subarray(10)]))
      const opened = await store.open('poc', 'large')
      expect(opened && large.equals(await buffer(opened.stream))).toBe(true)
      for (const path of ['ünï/ço dé', '...', 'a%2f..', '-rf', '~', 'a b/"c"', 'x'.repeat(255)]) {
        await put(path, path)
        expect(await contentOf(path)).toBe(path)
      }
    })

    it('leaves odd names unchanged and removes only the named object', async () => {
      const paths = ODD_NAMES.map((name) => `odd/${name}`)
      for (const path of paths) await put(path, path)
      expect((await pathsBelow('odd/')).toSorted()).toEqual(paths.toSorted())
      for (const path of paths) expect(await contentOf(path)).toBe(path)
      expect(await store.remove('poc', 'odd/a%41')).toBe(true)
      expect(await store.removeAll('poc', 'odd/a%2')).toBe(1)
      const rest = paths.filter((path) => !/a%(41|2Fb)$/.test(path))
      expect((await pathsBelow('odd/')).toSorted()).toEqual(rest.toSorted())
      expect(await store.removeAll('poc', 'odd/')).toBe(rest.length)
      expect(await pathsBelow('')).toEqual([])
    })

    it('answers ranges, also beyond the end', async () => {
      await put('a', '0123456789')
      expect(await contentOf('a', 3)).toBe('3456789')
      expect(await contentOf('a', 3, 5)).toBe('34')
      expect(await contentOf('a', 8, 50)).toBe('89')
      for (const [from, to] of [[10], [99], [5, 5], [5, 2]] as const)
        expect(await contentOf('a', from, to)).toBe('')
    })

    it('answers null for an object that does not exist', async () => {
      await put('a/b', 'x')
      for (const path of ['b', 'a', 'a/b/c', 'a/c', 'x'.repeat(255)]) {
        expect(await store.stat('poc', path)).toBeNull()
        expect(await store.open('poc', path)).toBeNull()
        expect(await store.remove('poc', path)).toBe(false)
      }
      expect(await store.stat('other', 'a/b')).toBeNull()
    })

    it('replaces an object only with `replace`, and then changes the etag', async () => {
      const first = await put('a', 'one')
      await expect(put('a', 'two')).rejects.toThrow(ObjectExists)
      expect(await contentOf('a')).toBe('one')
      let { etag } = first
      for (let round = 0; round < rounds; round += 1) {
        const next = await put('a', `tw${round % 2}`, { replace: true })
        expect(next.etag).not.toBe(etag)
        etag = next.etag
      }
      expect(await contentOf('a')).toBe(`tw${(rounds - 1) % 2}`)
    })

    it('lets exactly one of several concurrent puts to a path win', async () => {
      const racing = Array.from({ length: rounds }, (_, index) => put('a/b', `${index}`.repeat(1000)))
      const results = await Promise.allSettled(racing)
      const won = results.findIndex((result) => result.status === 'fulfilled')
      const lost = results.filter((result) => result.status === 'rejected')
      expect(lost).toHaveLength(rounds - 1)
      for (const { reason } of lost) expect(reason).toBeInstanceOf(ObjectExists)
      expect(await contentOf('a/b')).toBe(`${won}`.repeat(1000))
    })

    it('continues to read an open object while it is replaced and removed', async () => {
      await put('a', 'old'.repeat(100_000))
      const opened = await store.open('poc', 'a')
      await put('a', 'new', { replace: true })
      await store.remove('poc', 'a')
      expect(opened && (await text(opened.stream))).toBe('old'.repeat(100_000))
    })

    it('stores nothing of a body that is too large, and leaves the body open', async () => {
      expect(await put('fits', '12345', { limit: 5 })).toMatchObject({ size: 5 })
      const body = Readable.from([Buffer.from('123'), Buffer.from('456'), Buffer.from('789')])
      await expect(store.put('poc', 'a/b', body, { limit: 5 })).rejects.toThrow(ObjectTooLarge)
      expect(body.destroyed).toBe(false)
      expect(await text(body)).toBe('789')
      expect(await pathsBelow('')).toEqual(['fits'])
      await expect(put('fits', '123456', { limit: 5, replace: true })).rejects.toThrow(ObjectTooLarge)
      expect(await contentOf('fits')).toBe('12345')
    })

    it('stores nothing of a body that breaks off', async () => {
      async function* breaking() {
        yield Buffer.from('begun')
        throw new Error('The line went dead.')
      }
      await expect(store.put('poc', 'a/b', Readable.from(breaking()))).rejects.toThrow('The line went dead.')
      const destroyed = new Readable({ read: () => undefined })
      const putting = store.put('poc', 'a/c', destroyed)
      destroyed.push('begun')
      destroyed.destroy()
      await expect(putting).rejects.toThrow()
      expect(await pathsBelow('')).toEqual([])
    })

    it('places an object only when `within` commits, after the whole body has arrived', async () => {
      const body = Readable.from([Buffer.from('all'), Buffer.from(' of it')])
      const object = await store.put('poc', 'a', body, {
        within: async (object, commit) => {
          expect([body.readableEnded, await contentOf('a')]).toEqual([true, null])
          await commit()
          expect(await store.stat('poc', 'a')).toEqual(object)
        },
      })
      expect(await store.stat('poc', 'a')).toEqual(object)
      const refusing = put('a', 'other', {
        replace: true,
        within: async () => {
          throw new Error('not any more')
        },
      })
      await expect(refusing).rejects.toThrow('not any more')
      expect(await contentOf('a')).toBe('all of it')
    })

    it('keeps a path either an object or a folder', async () => {
      await put('a', 'x')
      await put('b/c/d', 'x')
      await expect(put('a/b', 'x')).rejects.toThrow('"a" is a file, so nothing can lie below it.')
      for (const replace of [false, true])
        await expect(put('b/c', 'x', { replace })).rejects.toThrow(
          '"b/c" is a folder, so no file can have its name.',
        )
      await store.remove('poc', 'b/c/d')
      expect(await put('b', 'x')).toMatchObject({ path: 'b' })
    })

    it('lists in order of path, below any prefix', async () => {
      const paths = ['a', 'b-c', 'b.csv', 'b/a', 'b/a0', 'b/b/z', 'b/é', 'b/z', 'b/😀', 'b0', 'bb/x', 'c/d']
      await Promise.all(paths.toReversed().map((path) => put(path, path)))
      const inOrder = paths.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
      expect(await pathsBelow('')).toEqual(inOrder)
      for (const prefix of ['b', 'b/', 'b/b', 'b/b/', 'b/b/z', 'c/', 'x', 'a/', 'c/d/e'])
        expect(await pathsBelow(prefix)).toEqual(inOrder.filter((path) => path.startsWith(prefix)))
      const [first] = await collected(store.list('poc', 'b/z'))
      expect(first).toEqual(await store.stat('poc', 'b/z'))
    })

    it('removes one object, or all below a prefix', async () => {
      await Promise.all(['a/1', 'a/2', 'a/b/3', 'a/b/c/4', 'ab', 'z/y'].map((path) => put(path, 'x')))
      expect(await store.remove('poc', 'z/y')).toBe(true)
      expect(await store.remove('poc', 'z/y')).toBe(false)
      expect(await store.removeAll('poc', 'a/')).toBe(4)
      expect(await store.removeAll('poc', 'a/')).toBe(0)
      expect(await pathsBelow('')).toEqual(['ab'])
      await expect(store.removeAll('poc', '')).rejects.toThrow(BadObjectName)
      expect(await store.removeAll('nowhere', 'a/')).toBe(0)
    })
  })

  describe(`the names of ${name}`, () => {
    let store: ObjectStore

    // A rejected name leaves nothing behind, so all names can use the same store.
    beforeAll(async () => {
      store = await make()
      await store.makeBucket('poc')
    })

    const body = () => Readable.from([Buffer.from('x')])

    it.each([
      '',
      '/',
      '/etc/passwd',
      '..',
      '../x',
      'a/../b',
      'a/..',
      './a',
      'a//b',
      'a/',
      'a\\..\\b',
      'a\0b',
      'a\nb',
      'half \ud800',
      'x'.repeat(256),
      `${'x/'.repeat(500)}x`,
    ])('refuses the path %j in every call', async (path) => {
      await expect(store.put('poc', path, body())).rejects.toThrow(BadObjectName)
      await expect(store.stat('poc', path)).rejects.toThrow(BadObjectName)
      await expect(store.open('poc', path)).rejects.toThrow(BadObjectName)
      await expect(store.remove('poc', path)).rejects.toThrow(BadObjectName)
    })

    it.each(['', '.', '..', 'a', 'A1', '../poc', '.incoming', 'po/c', 'a..b', 'a\0b', 'x'.repeat(64)])(
      'refuses the bucket %j in every call',
      async (bucket) => {
        await expect(store.makeBucket(bucket)).rejects.toThrow(BadObjectName)
        await expect(store.bucketExists(bucket)).rejects.toThrow(BadObjectName)
        await expect(store.removeBucket(bucket)).rejects.toThrow(BadObjectName)
        await expect(store.put(bucket, 'a', body())).rejects.toThrow(BadObjectName)
        await expect(store.stat(bucket, 'a')).rejects.toThrow(BadObjectName)
        await expect(store.open(bucket, 'a')).rejects.toThrow(BadObjectName)
        await expect(store.remove(bucket, 'a')).rejects.toThrow(BadObjectName)
        await expect(store.removeAll(bucket, 'a')).rejects.toThrow(BadObjectName)
        await expect(collected(store.list(bucket, 'a'))).rejects.toThrow(BadObjectName)
      },
    )
  })
}
