/** The signals that can ask a program to end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const
export type StopSignal = (typeof STOP_SIGNALS)[number]

export function isStopSignal(value: unknown): value is StopSignal {
  return STOP_SIGNALS.some((signal) => signal === value)
}
