type Values = Record<string, string | number>

/** Errors of calls that choose runs or read files of runs; part of `errors`. */
export const runErrors = {
  'RUN.TRASHED': {
    status: 409,
    detail: (p: Values) =>
      `The ${p.kind} of ${p.run} have been in the trash since ${p.since}. A manager of the workspace can restore them until ${p.until}.`,
  },
  'RUN.REMOVED': {
    status: 410,
    detail: (p: Values) =>
      `The ${p.kind} of ${p.run} were removed on ${p.day} by the retention rules of the workspace.`,
  },
  'RUN.COMPARE': {
    status: 422,
    detail: (p: Values) => `Choose 2 to 20 runs to compare, not ${p.count}.`,
  },
  'RUN.NO_PACKAGES': {
    status: 409,
    detail: () =>
      'This run has no list of packages: its source names none, the engine installs none, or it ran before lists were kept.',
  },
  'RUN.PIN': { status: 422, detail: (p: Values) => String(p.problem) },
  'RUN.MANY': {
    status: 422,
    detail: (p: Values) => `${p.count} runs match. At most ${p.most} can be changed at once: choose fewer.`,
  },
}
