interface Press extends Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  getModifierState: (key: 'AltGraph') => boolean
}

/** Returns the name of a key pressed alone or with Shift; undefined with another modifier. */
export function plainKey(press: Press): string | undefined {
  return isControlled(press) || isAlternate(press) ? undefined : keyOf(press)
}

/** Returns the name of a key pressed with Ctrl or ⌘; undefined without. */
export function controlledKey(press: Press): string | undefined {
  return isControlled(press) && !isAlternate(press) ? keyOf(press) : undefined
}

/** Returns the character that a key writes, '' for none. On Windows AltGr, which writes many, is Ctrl and Alt. */
export function writtenText(press: Press): string {
  const isCommand = isControlled(press) && !press.getModifierState('AltGraph')
  return !isCommand && press.key.length === 1 ? press.key : ''
}

const isControlled = ({ ctrlKey, metaKey }: Press) => ctrlKey || metaKey
const isAlternate = (press: Press) => press.altKey || press.getModifierState('AltGraph')

/**
 * Returns the printed letter on a Latin layout, else the letter at that position of a US keyboard, because a Korean
 * or Russian layout has no Latin letters. Caps Lock changes nothing.
 */
function keyOf({ key, code, shiftKey }: Press): string {
  const latin = LATIN.test(key) ? key : (usKey(code, shiftKey) ?? key)
  if (!/^\p{L}$/u.test(latin)) return latin
  return shiftKey ? latin.toUpperCase() : latin.toLowerCase()
}

/** Also matches names of keys, such as Enter. */
const LATIN = /^[\p{ASCII}\p{Script=Latin}]*$/u

function usKey(code: string, shiftKey: boolean): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]
}
