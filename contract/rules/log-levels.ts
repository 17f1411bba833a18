/** The level that a line states. */
export type Level = 'debug' | 'info' | 'warn' | 'error'

/** A level, and the position of the word that states it. */
export interface FoundLevel {
  level: Level
  from: number
  to: number
}

const LEVELS: Record<string, Level> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  NOTICE: 'info',
  SUCCESS: 'info',
  WARN: 'warn',
  WARNING: 'warn',
  ERR: 'error',
  ERROR: 'error',
  CRITICAL: 'error',
  ALERT: 'error',
  EMERG: 'error',
  FATAL: 'error',
  // glog, absl and TensorFlow
  I: 'info',
  W: 'warn',
  E: 'error',
  F: 'error',
  // pino and bunyan
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
}

/** The level is near the beginning of a line, after the time and the name of the logger; only this much is searched. */
const LOOKED_AT = 400

/** Words that are themselves levels. */
const WORDS = 'TRACE|DEBUG|INFO|NOTICE|SUCCESS|WARN|WARNING|ERROR|CRITICAL|FATAL'

/** Patterns whose group is the word for a level. The first that matches counts, and its first match in the line. */
const BY_WORD = [
  // {"level": "error", …}, {"severity":"ERROR"}, {"level":50}
  /^\s*\{.*?"(?:level|levelname|level_name|lvl|severity|log\.level|@level)"\s*:\s*"?(\w+)/d,
  // E1129 10:00:00.000000 1234 file.cc:12] and 2026-11-29 10:00:00.000000: E tensorflow/core/file.cc:12]
  /^([IWEF])\d{4} \d\d:\d\d:\d\d/d,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: ([IWEF]) \S+:\d+\]/d,
  // logging, loguru, rich, log4j
  new RegExp(`(?<=^|[\\s|[(<])(${WORDS})(?=[\\s|\\]:)>]|$)`, 'd'),
  // structlog
  /\[(debug|info|warning|error|critical) *\]/d,
  // level=error
  /(?<=^|\s)(?:level|lvl|severity)="?(\w+)/d,
]

/** Patterns of lines whose kind implies a level. */
const BY_KIND: readonly [Level, RegExp][] = [
  [
    'error',
    /^(Traceback \(most recent call last\)|Exception in thread|panic|terminate called|Error in)(?=[ :])/d,
  ],
  ['error', /^((?:[A-Za-z_]\w*\.)*(?:[A-Z]\w*)?(?:Error|Exception|Interrupt))(?=:(?! *[-+.\d])|$)/d],
  ['warn', /^(?:\S+:\d+: )?(\w*Warning)(?=:)/d],
  // gcc, cargo, git, slurmstepd; `error: 0.25` is a figure
  ['error', /^(?:\S+: )*(error|fatal error|fatal)(?=(?:\[\w+\])?: (?!\s*[-+.\d]))/d],
  ['warn', /^(?:\S+: )*(warning|Warning message)(?=(?:\[\w+\])?:(?!\s*[-+.\d]))/d],
]

/** Returns the level of a line, ignoring colour codes; null if it states none. */
export function levelOf(line: string): FoundLevel | null {
  const beginning = line.slice(0, LOOKED_AT)
  for (const pattern of BY_WORD) {
    const found = pattern.exec(beginning)
    const level = LEVELS[found?.[1]?.toUpperCase() ?? '']
    if (found && level) return { level, ...placeOf(found) }
  }
  for (const [level, kind] of BY_KIND) {
    const found = kind.exec(beginning)
    if (found) return { level, ...placeOf(found) }
  }
  return null
}

function placeOf({ indices }: RegExpExecArray): { from: number; to: number } {
  const [from = 0, to = 0] = indices?.[1] ?? []
  return { from, to }
}
