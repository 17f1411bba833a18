/** Errors of calls about the engine and its caches and environments; part of `errors`. */
export const engineErrors = {
  'ENGINE.AWAY': {
    status: 503,
    detail: () => 'The engine does not answer right now. Please try again in a few seconds.',
  },
  'CACHE.USED': {
    status: 409,
    detail: () => 'A run of this workspace uses this cache now. Clear it when the run has ended.',
  },
  'ENVIRONMENT.USED': {
    status: 409,
    detail: () => 'A run uses these packages now. Clear them when it has ended.',
  },
  'PYTHON.USED': {
    status: 409,
    detail: () => 'Packages are installed for this Python. Clear those first, when no run uses them.',
  },
}
