import { messages } from './rules.ts'

/** Errors of calls that query the directory; part of `errors`. */
export const directoryErrors = {
  'DIRECTORY.NONE': { status: 409, detail: () => messages.not_working },
  'DIRECTORY.AWAY': {
    status: 503,
    detail: () => 'The directory does not answer right now. Please try again in a few seconds.',
  },
  'DIRECTORY.CREDENTIALS': { status: 422, detail: () => 'Invalid Credentials.' },
  'DIRECTORY.BARRED': { status: 422, detail: (p: Record<string, string | number>) => p.reason },
  'DIRECTORY.OFTEN': {
    status: 429,
    detail: () => 'Too many requests to the directory. Please try again in a minute.',
  },
}
