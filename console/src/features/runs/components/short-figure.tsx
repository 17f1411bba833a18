import { NOTHING } from '../../../format/nothing.ts'
import { formatExact, formatFigure } from '../../../format/number.ts'

interface ShortFigureProps {
  of: number | undefined
  className?: string | undefined
}

/** A figure with four significant digits, and the exact value as a tooltip; a dash for none. */
export function ShortFigure({ of: value, className }: ShortFigureProps) {
  if (value === undefined) return NOTHING
  const short = Number.isInteger(value) ? value : Number(value.toPrecision(4))
  return (
    <span title={formatExact(value)} className={className}>
      {formatFigure(short)}
    </span>
  )
}
