import { CliError } from './cli-error.ts'

interface Why {
  /** a suggestion, or what is unknown */
  advice?: string
  /** whether the server may have received the call */
  mayHaveArrived?: boolean
  /** whether Podium itself answered that it cannot do this now */
  wasRefused?: boolean
  /** false if waiting cannot help, as for an unknown host name */
  mayPass?: boolean
}

/** The server does not respond, perhaps only for a while. */
export class Away extends CliError {
  readonly reason: string
  readonly mayHaveArrived: boolean
  readonly wasRefused: boolean
  readonly mayPass: boolean

  constructor(
    reason: string,
    { advice = '', mayHaveArrived = true, wasRefused = false, mayPass = true }: Why = {},
  ) {
    super(`${reason} ${advice}`.trim())
    this.reason = reason
    this.mayHaveArrived = mayHaveArrived
    this.wasRefused = wasRefused
    this.mayPass = mayPass
  }
}
