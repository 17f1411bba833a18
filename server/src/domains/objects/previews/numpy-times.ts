/** NumPy's NaT. */
const NOT_A_TIME = -(2n ** 63n)
/** How many of a unit make a second, and its digits after the second. */
const FRACTIONS: Record<string, number> = { s: 0, ms: 3, us: 6, ns: 9, ps: 12, fs: 15, as: 18 }
const SECONDS: Record<string, bigint> = { W: 604_800n, D: 86_400n, h: 3600n, m: 60n }
const MAX_SECONDS = 8_640_000_000_000n

interface TimeUnit {
  /** true of a timedelta64 */
  isSpan: boolean
  /** 25 of 'datetime64[25s]' */
  times: number
  /** '' if the type has none */
  unit: string
}

/** Writes a datetime64 or timedelta64 as NumPy does. */
export function datetimeText(value: bigint, { isSpan, times, unit }: TimeUnit): string {
  if (value === NOT_A_TIME) return 'NaT'
  const count = value * BigInt(times)
  const plain = unit === '' ? String(count) : `${count} ${unit}`
  if (isSpan) return plain
  if (unit === 'Y') return yearText(1970n + count)
  if (unit === 'M')
    return `${yearText(1970n + floorOf(count, 12n))}-${two(count - floorOf(count, 12n) * 12n + 1n)}`
  const digits = FRACTIONS[unit]
  const whole = digits === undefined ? count * (SECONDS[unit] ?? 0n) : floorOf(count, 10n ** BigInt(digits))
  const isKnown = digits !== undefined || unit in SECONDS
  if (!isKnown || whole > MAX_SECONDS || whole < -MAX_SECONDS) return plain
  const iso = new Date(Number(whole) * 1000).toISOString().slice(0, -5)
  if (unit === 'D' || unit === 'W') return iso.slice(0, iso.indexOf('T'))
  if (unit === 'h') return iso.slice(0, -6)
  if (unit === 'm') return iso.slice(0, -3)
  if (!digits) return iso
  const rest = count - whole * 10n ** BigInt(digits)
  return `${iso}.${String(rest).padStart(digits, '0')}`
}

function floorOf(value: bigint, by: bigint): bigint {
  return value / by - (value % by < 0n ? 1n : 0n)
}

function yearText(year: bigint): string {
  return year < 0n ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0')
}

function two(month: bigint): string {
  return String(month).padStart(2, '0')
}
