import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program to its end, and rejects if that is not a success. */
export const runProgram = promisify(execFile)
