interface Press extends Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  getModifierState: (key: 'AltGraph') => boolean
}

/** The key that was pressed, alone or with Shift, as shortcuts name it; undefined if it was pressed with another one. */
export function plainKey(press: Press): string | undefined {
  return isControlled(press) || isAlternate(press) ? undefined : keyOf(press)
}

/** The key that was pressed with Ctrl or ⌘, as shortcuts name it; undefined if it was not. */
export function controlledKey(press: Press): string | undefined {
  return isControlled(press) && !isAlternate(press) ? keyOf(press) : undefined
}

/** The character that a key writes, '' if it writes none: on Windows AltGr, with which many are written, counts as Ctrl and Alt. */
export function writtenText(press: Press): string {
  const isCommand = isControlled(press) && !press.getModifierState('AltGraph')
  return !isCommand && press.key.length === 1 ? press.key : ''
}

const isControlled = ({ ctrlKey, metaKey }: Press) => ctrlKey || metaKey
const isAlternate = (press: Press) => press.altKey || press.getModifierState('AltGraph')

/**
 * The letter that is printed on the key of a layout with Latin letters, wherever it lies; else the one that lies there
 * on a US keyboard: a Korean or Russian layout has no other. Caps Lock changes nothing.
 */
function keyOf({ key, code, shiftKey }: Press): string {
  const latin = LATIN.test(key) ? key : (usKey(code, shiftKey) ?? key)
  if (!/^\p{L}$/u.test(latin)) return latin
  return shiftKey ? latin.toUpperCase() : latin.toLowerCase()
}

/** Also the names of keys, such as Enter. */
const LATIN = /^[\p{ASCII}\p{Script=Latin}]*$/u

function usKey(code: string, shiftKey: boolean): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]
}
