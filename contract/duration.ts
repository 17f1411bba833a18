/** '14 s', '6 min 20 s', '41 min 07 s', '2 h 05 min', '1 d 03 h': the two largest units of a number of seconds, rounded down. */
export function durationInWords(seconds: number): string {
  const whole = Math.floor(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return pair(whole, 60, 1, 'min', 's')
  if (whole < 86_400) return pair(whole, 3_600, 60, 'h', 'min')
  return pair(whole, 86_400, 3_600, 'd', 'h')
}

function pair(whole: number, large: number, small: number, largeName: string, smallName: string): string {
  const rest = Math.floor((whole % large) / small)
  return `${Math.floor(whole / large)} ${largeName} ${String(rest).padStart(2, '0')} ${smallName}`
}
