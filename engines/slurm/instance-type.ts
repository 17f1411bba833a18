/** The request of an instance type such as `slurm:gpu?account=vision&cpu=4&memory=16&gpu=1` to Slurm. */
export interface SlurmType {
  partition: string
  account: string | null
  qos: string | null
  /** cores; null: those of a whole node */
  cpu: number | null
  /** GiB; null: that of a whole node */
  memory: number | null
  /** whole devices; null: those of a whole node */
  gpu: number | null
}

const PREFIX = 'slurm:'
const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const KEYS = ['account', 'qos', 'cpu', 'memory', 'gpu']

/** Returns null for any other name. */
export function slurmType(name: string | null | undefined): SlurmType | null {
  if (!name?.startsWith(PREFIX)) return null
  const [partition = '', query = ''] = name.slice(PREFIX.length).split('?')
  const parameters = new URLSearchParams(query)
  const word = (key: string) => parameters.get(key)
  const amount = (key: string) => (parameters.has(key) ? Number(parameters.get(key)) : null)
  const type = { partition, account: word('account'), qos: word('qos') }
  const size = { cpu: amount('cpu'), memory: amount('memory'), gpu: amount('gpu') }
  const isPlain = [...parameters.keys()].every((key) => KEYS.includes(key))
  const areWords = Object.values(type).every((value) => value === null || WORD.test(value))
  const areAmounts =
    [size.cpu, size.memory].every((value) => value === null || value > 0) &&
    (size.gpu === null || (Number.isInteger(size.gpu) && size.gpu >= 0))
  return isPlain && areWords && areAmounts ? { ...type, ...size } : null
}
