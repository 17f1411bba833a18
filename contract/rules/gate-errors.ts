type Params = Record<string, string | number>

/** Errors of the gate, before a call is parsed; part of `errors`. */
export const gateErrors = {
  'GATE.HOST': {
    status: 421,
    detail: (p: Params) =>
      `This server does not answer for the host '${p.host}'. Add it to PODIUM_ALLOWED_HOSTS to allow it.`,
  },
  'GATE.ORIGIN': {
    status: 403,
    detail: () => 'This call must come from the console itself, not from another site.',
  },
  'GATE.ADDRESS': {
    status: 403,
    detail: (p: Params) =>
      `This call comes from a page of ${p.page}, and the proxy says that Podium is ${p.own}. Set PODIUM_PUBLIC_URL to the address that people open.`,
  },
  'GATE.TYPE': { status: 415, detail: () => 'Send the body as application/json.' },
  'GATE.BUSY': {
    status: 503,
    detail: () =>
      'Too many calls from your network are in progress. Please try again when some of them have ended.',
  },
  'GATE.LARGE': { status: 413, detail: () => 'The body is too large.' },
}
