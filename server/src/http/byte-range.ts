/** Which bytes a client asked for; `to` is the first byte after them. */
export type Asked = { whole: true } | { from: number; to: number } | { outside: true }

/**
 * Reads a Range header. Anything but one single range of bytes counts as not sent, as does any range of an empty
 * file: the whole is always a right answer.
 */
export function askedRange(header: string | undefined, size: number): Asked {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!parts || size === 0) return { whole: true }
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return { whole: true }
  if (first === '')
    return last === '0' ? { outside: true } : { from: Math.max(0, size - Number(last)), to: size }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return { whole: true }
  if (from >= size) return { outside: true }
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) }
}
