const LARGEST_SEGMENT = 65_533

/**
 * The beginning of a JPEG as cameras write it: the orientation (EXIF 1 to 8), and then the size.
 * @param profiles number of segments of 64 KiB between the two, such as colour profiles
 */
export function jpeg(width: number, height: number, orientation: number, profiles = 0): Buffer {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  exif.writeUInt16BE(orientation, exif.indexOf('\x01\x12\0\x03', 'latin1') + 8)
  const size = Buffer.alloc(15)
  size[0] = 8
  size.writeUInt16BE(height, 1)
  size.writeUInt16BE(width, 3)
  size[5] = 3
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe1, exif),
    ...Array.from({ length: profiles }, () => segment(0xe2, Buffer.alloc(LARGEST_SEGMENT))),
    segment(0xc0, size),
    segment(0xda, Buffer.alloc(10)),
  ])
}

function segment(kind: number, content: Buffer): Buffer {
  const head = Buffer.of(0xff, kind, 0, 0)
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
