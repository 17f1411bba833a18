/** Signatures of binary formats. `at` is the offset of their first byte. */
const FORMATS: readonly { at: number; beginnings: string[]; words: string }[] = [
  { at: 4, beginnings: ['ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1'], words: 'a HEIC picture' },
  { at: 4, beginnings: ['ftypavi'], words: 'an AVIF picture' },
  { at: 0, beginnings: ['II*\0', 'MM\0*'], words: 'a TIFF picture' },
  { at: 0, beginnings: ['BM'], words: 'a BMP picture' },
  { at: 0, beginnings: ['\0\0\x01\0'], words: 'an icon' },
  { at: 0, beginnings: ['%PDF-'], words: 'a PDF document' },
  {
    at: 0,
    beginnings: ['PK\x03\x04'],
    words: 'a ZIP archive (models of PyTorch, arrays of NumPy and files of Office are such)',
  },
  { at: 0, beginnings: ['\x1f\x8b'], words: 'a gzip file' },
  { at: 0, beginnings: ['\x89HDF\r\n'], words: 'an HDF5 file' },
  { at: 0, beginnings: ['PAR1'], words: 'a Parquet file' },
  { at: 0, beginnings: ['\x93NUMPY'], words: 'an array of NumPy' },
  { at: 0, beginnings: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'], words: 'a pickle of Python' },
]

/** Names the format of a file by its first bytes, such as 'a HEIC picture'; null if they are not known. */
export function formatOf(bytes: Buffer): string | null {
  const beginning = bytes.subarray(0, 16).toString('latin1')
  const found = FORMATS.find(({ at, beginnings }) =>
    beginnings.some((text) => beginning.startsWith(text, at)),
  )
  return found?.words ?? null
}
