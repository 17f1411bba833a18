import { failedAttempts, limits, messages } from '@podium/contract/rules.ts'
import { ApiError } from '../../api/api-error.ts'
import { formatDateTimeUtc } from '../../format/date-time.ts'
import { SignInNotKept } from './sign-in.ts'

/** What stands under the ID field after a refused login. */
export interface LoginProblem {
  message: string
  /** a second line: the cause, where the message alone says too little */
  cause?: string
  /** tries left before the account is locked */
  attemptsLeft?: number
}

interface LoginDetail {
  error_code?: unknown
  login_fail_count?: unknown
  otp_required?: unknown
  utc_last_login_at?: unknown
}

/** The message of a refused login, word for word as the product promises them. */
export function loginProblem(error: unknown, id: string): LoginProblem {
  if (error instanceof SignInNotKept) return { message: error.message }
  if (!(error instanceof ApiError)) return { message: messages.server_error, cause: String(error) }
  if (error.status === 500) return { message: messages.login_invalid }
  if (error.status !== 401) return { message: messages.server_error, cause: error.message }
  const detail = detailOf(error)
  const count = typeof detail.login_fail_count === 'number' ? detail.login_fail_count : undefined
  switch (detail.error_code) {
    case 'USER.LOGIN.000':
      return { message: `Locked, ${id} is a deleted user` }
    case 'USER.LOGIN.001':
      return { message: failedAttempts(count), ...attemptsLeft(count) }
    case 'USER.LOGIN.002':
      return { message: messages.login_locked }
    case 'USER.LOGIN.003':
      return { message: inactiveMessage(detail.utc_last_login_at) }
    case 'USER.LOGIN.004':
      return { message: messages.login_failed }
    default:
      return { message: messages.login_invalid }
  }
}

/** The password is right, and a code of the second factor is asked for beside it. */
export function wantsCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && detailOf(error).otp_required === true
}

function detailOf({ detail }: ApiError): LoginDetail {
  return typeof detail === 'object' && detail !== null ? detail : {}
}

function attemptsLeft(count: number | undefined): Pick<LoginProblem, 'attemptsLeft'> {
  if (count === undefined || count < 1 || count >= limits.login_failures) return {}
  return { attemptsLeft: limits.login_failures - count }
}

function inactiveMessage(lastLogin: unknown): string {
  const time = formatDateTimeUtc(typeof lastLogin === 'string' ? lastLogin : null)
  return `This account has been inactive for a long time. Please contact the admin. (Last login at UTC : ${time})`
}
