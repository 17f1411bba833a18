const [QUOTE, ESCAPE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [34, 92, 123, 125, 91, 93]
/** Characters of a key that are kept. */
const LONGEST_KEY = 200
/** A longer element is left out. */
const LONGEST_ELEMENT = 64 * 1024

/** Finds the elements of an array in JSON that arrives in pieces, without keeping or parsing the rest. */
export interface ArrayElements {
  /** Yields the text of each object in the array that ends in these bytes. */
  take(bytes: Buffer): Generator<string>
  /** True once the outermost object has ended. */
  isWhole(): boolean
}

/** @param key the key of the outermost object whose value is the array */
export function createArrayElements(key: string): ArrayElements {
  let depth = 0
  let isText = false
  let isEscaped = false
  /** the newest text of the outermost object, which is the key while its value begins */
  let newest: number[] = []
  let isInside = false
  let isWhole = false
  let element: Buffer[] | null = null
  let length = 0

  function keep(part: Buffer): void {
    length += part.length
    if (length > LONGEST_ELEMENT) element = null
    // A copy, because the part would keep the stream's larger buffer in memory.
    else element?.push(Buffer.from(part))
  }

  function takeText(byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === ESCAPE) isEscaped = true
    else if (byte === QUOTE) isText = false
    if (isText && depth === 1 && newest.length < LONGEST_KEY) newest.push(byte)
  }

  function open(byte: number): boolean {
    depth += 1
    if (depth === 2) isInside = byte === OPEN_ARRAY && Buffer.from(newest).toString() === key
    return depth === 3 && isInside && byte === OPEN_OBJECT
  }

  return {
    *take(bytes) {
      let from = 0
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (isText) takeText(byte)
        else if (byte === QUOTE) {
          isText = true
          if (depth === 1) newest = []
        } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          if (!open(byte)) continue
          element = []
          length = 0
          from = at
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          depth -= 1
          isWhole ||= depth === 0
          if (depth !== 2 || element === null) continue
          keep(bytes.subarray(from, at + 1))
          if (element !== null) yield Buffer.concat(element).toString()
          element = null
        }
      }
      if (element !== null) keep(bytes.subarray(from))
    },
    isWhole: () => isWhole,
  }
}
