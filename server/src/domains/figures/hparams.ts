import { fieldsOf } from '../../event-files/wire.ts'

/** Settings that are read of one message, more than a run keeps. */
const MAX_READ = 1000

/** Reads the values of TensorBoard's plugin for hyperparameters; empty if the message has none or is malformed. */
export function hparamsIn(content: Uint8Array): Map<string, unknown> {
  const found = new Map<string, unknown>()
  try {
    for (const [number, , reader] of fieldsOf(content)) {
      if (number !== 3) continue
      for (const [part, , start] of fieldsOf(reader.bytes()))
        if (part === 1 && found.size < MAX_READ) takeEntry(found, start.bytes())
    }
  } catch {
    // Values that were read before the fault stay.
  }
  return found
}

function takeEntry(found: Map<string, unknown>, entry: Uint8Array): void {
  let name = ''
  let value: unknown = null
  for (const [number, , reader] of fieldsOf(entry)) {
    if (number === 1) name = reader.string()
    else if (number === 2) value = valueIn(reader.bytes())
  }
  // Nested settings have a dot in other files.
  found.set(name.replaceAll('/', '.'), value)
}

/** Reads google.protobuf.Value; structures and lists are null. */
function valueIn(message: Uint8Array): unknown {
  let value: unknown = null
  for (const [number, , reader] of fieldsOf(message)) {
    if (number === 2) value = reader.double()
    else if (number === 3) value = reader.string()
    else if (number === 4) value = reader.bool()
  }
  return value
}
