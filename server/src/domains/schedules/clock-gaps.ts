/** The clocks of a time zone. Local times are represented as UTC instants that read the same. */
export function clocksOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })

  /** Returns the local time at an instant, to the second. */
  function shownAt(instant: Date): Date {
    const part = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  }

  const offsetAt = (instant: Date) => shownAt(instant).getTime() - Math.trunc(instant.getTime() / 1000) * 1000

  return {
    shownAt,
    offsetAt,

    /** The instant at which the clocks jump over a local time that never occurs; null if it occurs. */
    jumpOver(time: Date): Date | null {
      let [before, after] = [new Date(time.getTime() - DAY_MS), new Date(time.getTime() + DAY_MS)]
      for (const offset of [offsetAt(before), offsetAt(after)]) {
        const instant = new Date(time.getTime() - offset)
        if (shownAt(instant).getTime() === time.getTime()) return null
      }
      const earlier = offsetAt(before)
      while (after.getTime() - before.getTime() > 1000) {
        const middle = new Date((before.getTime() + after.getTime()) / 2)
        if (offsetAt(middle) === earlier) before = middle
        else after = middle
      }
      return new Date(Math.trunc(after.getTime() / 1000) * 1000)
    },
  }
}

/** Longer than any zone's offset from UTC. */
const DAY_MS = 86_400_000
