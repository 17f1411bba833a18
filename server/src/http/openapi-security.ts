import { BROWSER_COOKIE, PROGRAM_COOKIE } from './cookies.ts'

/** By any of these a call may say who makes it. */
export const SECURITY_SCHEMES = {
  browser: {
    type: 'apiKey',
    in: 'cookie',
    name: BROWSER_COOKIE,
    description:
      'The session of a browser. Where a call changes something it counts only for pages of this server.',
  },
  program: {
    type: 'apiKey',
    in: 'cookie',
    name: PROGRAM_COOKIE,
    description: 'The session of a program, as the login sets it. It counts only where no browser sends it.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token (podium_…), or the session of a program. It counts only where no browser sends it.',
  },
}

export const SECURITY = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))
