import { statSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { canMount, createSmallDisk } from '@podium/engines/testing/small-disk.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBallast } from './ballast.ts'

const MIB = 1024 ** 2

function ballastOn(mib: number) {
  const disk = createSmallDisk(mib)
  onTestFinished(() => disk.remove())
  const told: string[] = []
  const tell = (line: string) => void told.push(line)
  const ballast = createBallast(disk.folder, { info: tell, warn: tell })
  onTestFinished(() => ballast.close())
  const held = () => statSync(join(disk.folder, 'ballast'), { throwIfNoEntry: false })?.size ?? 0
  return { disk, ballast, held, told }
}

describe.runIf(canMount())('the ballast of a small disk', () => {
  test('is a tenth of it, released when the disk is full and restored when there is room', async () => {
    const { disk, ballast, held, told } = ballastOn(200)
    await ballast.roomForStart()
    expect(held()).toBe(0)
    ballast.watch()
    await waitFor(() => expect(held()).toBe(20 * MIB))
    expect(disk.free()).toBeLessThanOrEqual(180 * MIB)
    disk.fill()
    await waitFor(() => expect(held()).toBe(0))
    // its name is removed before its space is free
    await waitFor(() => expect(disk.free()).toBe(20 * MIB))
    disk.makeRoom()
    await waitFor(() => expect(held()).toBe(20 * MIB))
    // it is logged once the bytes are on the disk
    await waitFor(() =>
      expect(told).toEqual([
        '20 MiB are reserved for the database, in case the disk becomes full.',
        'The disk is full: 0 bytes of 200 MiB are free. The database now gets the 20 MiB that were reserved for this.',
        '20 MiB are reserved for the database, in case the disk becomes full.',
      ]),
    )
  })

  test('is released at once for a start on a full disk, which otherwise waits for room', {
    tags: ['long'],
  }, async () => {
    const { disk, ballast, held, told } = ballastOn(300)
    ballast.watch()
    await waitFor(() => expect(held()).toBe(30 * MIB))
    await ballast.close()
    disk.fill()
    const next = createBallast(disk.folder, { info: () => {}, warn: (line) => void told.push(line) })
    onTestFinished(() => next.close())
    await next.roomForStart()
    expect(disk.free()).toBe(30 * MIB)
    disk.fill()
    let isThere = false
    const room = next.roomForStart().then(() => {
      isThere = true
    })
    await waitFor(() =>
      expect(told.at(-1)).toBe(
        'The disk is full: 0 bytes of 300 MiB are free. Podium starts as soon as 24 MiB are free.',
      ),
    )
    expect(isThere).toBe(false)
    disk.makeRoom()
    await room
  })
})
