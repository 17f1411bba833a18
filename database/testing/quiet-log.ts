import type { DatabaseLog } from '../log.ts'

const nothing = () => {}

export const quietLog: DatabaseLog = { debug: nothing, info: nothing, warn: nothing, error: nothing }
