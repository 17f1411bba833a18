interface Point {
  x: number
  y: number
}

/** Returns the path of an arc around a centre, between two angles in radians. */
export function arc(middle: Point, radius: number, from: number, to: number): string {
  return `M${pointAt(middle, radius, from)}A${radius} ${radius} 0 0 1 ${pointAt(middle, radius, to)}`
}

function pointAt({ x, y }: Point, radius: number, angle: number): string {
  return `${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`
}

/** Formats a length with the decimals that are visible. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
