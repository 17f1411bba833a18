const TAB = 2
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu

/** How many columns of a monospaced font a line takes. */
export function columnsOf(line: string): number {
  const wide = line.match(WIDE)?.length ?? 0
  const tabs = line.split('\t').length - 1
  return line.length + wide + tabs * (TAB - 1)
}

/** Puts the cursor at the begin of a line, which comes into sight. */
export function goToLine(area: HTMLTextAreaElement, line: number): void {
  const before = area.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, { length }) => sum + length + 1, 0)
  area.focus()
  area.setSelectionRange(at, at)
}
