import { CliError } from './cli-error.ts'

interface Why {
  /** what to do, or what is not known */
  advice?: string
  /** the server may have got the call all the same */
  mayHaveArrived?: boolean
  /** Podium answered itself that it cannot do this now */
  wasRefused?: boolean
  /** a name that no machine has does not get one by waiting */
  mayPass?: boolean
}

/** The server does not answer, perhaps only for a while. */
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
