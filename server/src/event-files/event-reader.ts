import { ownTurn } from '@podium/engines/own-turn.ts'
import { type Event, readEvent } from './event.ts'
import { createRecordReader, type LeftOut } from './records.ts'

/** Records of figures are small; those of images and graphs may be larger, and are skipped without being held. */
export const MAX_RECORD = 2 ** 20
/** Events between two turns of other work. */
const EVENTS_A_TURN = 500

export interface EventReader {
  /** Yields each event that ends in these bytes. An event is valid until the next one is asked for. */
  take(bytes: Buffer): Generator<Event>
  /** Skips the record whose end has not come yet if more than this many bytes of it are held. */
  release(most: number): void
  leftOut(): LeftOut
}

/** Reads an event file in pieces of any size, such as those by which it grows. */
export function createEventReader(maxRecord = MAX_RECORD): EventReader {
  const records = createRecordReader(maxRecord)
  let damaged = 0

  return {
    *take(bytes) {
      for (const record of records.take(bytes)) {
        const event = eventIn(record)
        if (event) yield event
      }
    },
    release: records.release,
    leftOut() {
      const found = records.leftOut()
      return { ...found, damaged: found.damaged + damaged }
    },
  }

  function eventIn(record: Buffer): Event | null {
    try {
      return readEvent(record, countDamage)
    } catch {
      countDamage()
      return null
    }
  }

  function countDamage(): void {
    damaged += 1
  }
}

/**
 * Yields the events of a whole file in order, with turns of other work in between. Never holds more than a piece of the
 * stream and one record. An event is valid until the next one is asked for.
 * @param reader says afterwards what was left out
 */
export async function* readEvents(
  stream: AsyncIterable<Buffer>,
  reader = createEventReader(),
): AsyncGenerator<Event> {
  let events = 0
  for await (const bytes of stream) {
    for (const event of reader.take(bytes)) {
      yield event
      events += 1
      if (events % EVENTS_A_TURN === 0) await ownTurn()
    }
    await ownTurn()
  }
}
