const POLYNOMIAL = 0x82f63b78

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** Returns the CRC-32C of the bytes as event files store it: rotated and with a constant added. */
export function maskedCrc32c(bytes: Uint8Array): number {
  let crc = -1
  for (let at = 0; at < bytes.length; at += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  crc = ~crc
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0
}
