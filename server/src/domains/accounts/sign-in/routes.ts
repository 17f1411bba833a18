import * as calls from '@podium/contract/calls/sign-in.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import { visibleAccount } from '../own-account.ts'
import { confirmCode, confirmFreshSession, confirmPassword, ownCredentials } from './confirm-owner.ts'
import { listRefusedSignIns, listSignIns } from './login-history.ts'
import {
  beginSecondFactor,
  checkLengthAlone,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './second-factor.ts'
import { createSecondFactorCodes } from './second-factor-codes.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { listTokens, makeToken, revokeToken } from './tokens.ts'

/** Routes about one's own sign-in: sessions, access tokens, second factor and history. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps
  const codes = createSecondFactorCodes(database)

  bind(app, calls.listSessions, ({ caller, params }) => listSessions(database, caller, params.id))
  bind(app, calls.endSession, ({ caller, params }) => endSession(database, caller, params.id, params.session))
  bind(app, calls.endOtherSessions, ({ caller, params }) => endOtherSessions(database, caller, params.id))

  bind(app, calls.listTokens, ({ caller, params, query }) => listTokens(database, caller, params.id, query))
  bind(app, calls.makeToken, async ({ caller, params, body }) => {
    const { current_password, otp, ...request } = body
    const account = await ownCredentials(deps, caller, params.id)
    if (account.login_type === 'oidc') await confirmFreshSession(database, caller)
    else await confirmPassword(deps, caller, account, current_password)
    await confirmCode(deps, codes, caller, account, otp)
    return makeToken(database, caller, account, request)
  })
  bind(app, calls.revokeToken, ({ caller, params }) => revokeToken(database, caller, params.id, params.token))

  bind(app, calls.readSecondFactor, ({ caller, params }) => readSecondFactor(database, caller, params.id))
  bind(app, calls.beginSecondFactor, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (account.login_type === 'ldap') fail('SECOND_FACTOR.DIRECTORY')
    if (account.login_type === 'oidc') fail('SINGLE_SIGN_ON.FACTOR')
    if (account.second_factor) fail('SECOND_FACTOR.SET')
    await confirmPassword(deps, caller, account, body.current_password)
    return beginSecondFactor(database, codes, caller, account)
  })
  bind(app, calls.confirmSecondFactor, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    return confirmSecondFactor(deps, codes, caller, account, body.otp)
  })
  bind(app, calls.renewRecoveryCodes, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (!account.second_factor) fail('SECOND_FACTOR.NONE')
    await confirmPassword(deps, caller, account, body.current_password)
    await confirmCode(deps, codes, caller, account, body.otp)
    return renewRecoveryCodes(database, caller, account)
  })
  bind(app, calls.removeSecondFactor, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (!account.second_factor) fail('SECOND_FACTOR.NONE')
    await confirmPassword(deps, caller, account, body.current_password)
    checkLengthAlone(body.current_password)
    await confirmCode(deps, codes, caller, account, body.otp)
    return removeSecondFactor(database, caller, account)
  })
  bind(app, calls.resetSecondFactor, ({ caller, params }) => resetSecondFactor(database, caller, params.id))

  bind(app, calls.listLogins, async ({ caller, params, query }) => {
    const account = await visibleAccount(database, caller, params.id)
    return listSignIns(database, account.id, query)
  })
  bind(app, calls.listRefusedSignIns, ({ query }) => listRefusedSignIns(database, query))
}
