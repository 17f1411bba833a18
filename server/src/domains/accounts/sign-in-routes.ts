import { fail } from '@podium/contract/errors.ts'
import {
  beginSecondFactor as beginSecondFactorRoute,
  confirmSecondFactor as confirmSecondFactorRoute,
  endOtherSessions as endOtherSessionsRoute,
  endSession as endSessionRoute,
  listLogins,
  listSessions as listSessionsRoute,
  listTokens as listTokensRoute,
  makeToken as makeTokenRoute,
  readSecondFactor as readSecondFactorRoute,
  removeSecondFactor as removeSecondFactorRoute,
  renewRecoveryCodes as renewRecoveryCodesRoute,
  resetSecondFactor as resetSecondFactorRoute,
  revokeToken as revokeTokenRoute,
} from '@podium/contract/sign-in.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { confirmCode, confirmPassword, ownCredentials } from './confirm-owner.ts'
import { listSignIns } from './login-history.ts'
import { visibleAccount } from './own-account.ts'
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
import { endOtherSessions, endSession, listSessions } from './session-list.ts'
import { listTokens, makeToken, revokeToken } from './tokens.ts'

/** What concerns the own sign-in: sessions, access tokens, second factor and history. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps
  const codes = createSecondFactorCodes(database)

  bind(app, listSessionsRoute, ({ caller, params }) => listSessions(database, caller, params.id))
  bind(app, endSessionRoute, async ({ caller, params }) => {
    await endSession(database, caller, params.id, params.session)
    return { id: params.session }
  })
  bind(app, endOtherSessionsRoute, async ({ caller, params }) => ({
    done: await endOtherSessions(database, caller, params.id),
  }))

  bind(app, listTokensRoute, ({ caller, params, query }) => listTokens(database, caller, params.id, query))
  bind(app, makeTokenRoute, async ({ caller, params, body }) => {
    const { current_password, otp, ...asked } = body
    const account = await ownCredentials(deps, caller, params.id)
    await confirmPassword(deps, caller, account, current_password)
    await confirmCode(deps, codes, caller, account, otp)
    const made = await makeToken(database, caller, account, asked)
    return { ...made, name: asked.name, scope: asked.scope }
  })
  bind(app, revokeTokenRoute, async ({ caller, params }) => {
    await revokeToken(database, caller, params.id, params.token)
    return { id: params.token }
  })

  bind(app, readSecondFactorRoute, ({ caller, params }) => readSecondFactor(database, caller, params.id))
  bind(app, beginSecondFactorRoute, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (account.login_type === 'ldap') fail('SECOND_FACTOR.DIRECTORY')
    if (account.second_factor) fail('SECOND_FACTOR.SET')
    await confirmPassword(deps, caller, account, body.current_password)
    return beginSecondFactor(database, codes, caller, account)
  })
  bind(app, confirmSecondFactorRoute, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    return { recovery_codes: await confirmSecondFactor(deps, codes, caller, account, body.otp) }
  })
  bind(app, renewRecoveryCodesRoute, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (!account.second_factor) fail('SECOND_FACTOR.NONE')
    await confirmPassword(deps, caller, account, body.current_password)
    await confirmCode(deps, codes, caller, account, body.otp)
    return { recovery_codes: await renewRecoveryCodes(database, caller, account) }
  })
  bind(app, removeSecondFactorRoute, async ({ caller, params, body }) => {
    const account = await ownCredentials(deps, caller, params.id)
    if (!account.second_factor) fail('SECOND_FACTOR.NONE')
    await confirmPassword(deps, caller, account, body.current_password)
    checkLengthAlone(body.current_password)
    await confirmCode(deps, codes, caller, account, body.otp)
    await removeSecondFactor(database, caller, account)
    return {}
  })
  bind(app, resetSecondFactorRoute, async ({ caller, params }) => {
    await resetSecondFactor(database, caller, params.id)
    return {}
  })

  bind(app, listLogins, async ({ caller, params, query }) => {
    const account = await visibleAccount(database, caller, params.id)
    return listSignIns(database, account.id, query)
  })
}
