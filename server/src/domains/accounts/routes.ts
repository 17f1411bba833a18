import {
  changeOwnPassword as changeOwnPasswordRoute,
  checkAccount,
  createAccount as createAccountRoute,
  deleteAccounts as deleteAccountsRoute,
  listAccounts as listAccountsRoute,
  makePasswordLink as makePasswordLinkRoute,
  unlockAccount as unlockAccountRoute,
  unlockAccounts as unlockAccountsRoute,
} from '@podium/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { bind } from '../../http/bind.ts'
import { changeOwnPassword } from './own-password.ts'
import { isUsernameTaken, listAccounts } from './reads.ts'
import { createAccount, deleteAccounts, makePasswordLink, unlockAccount, unlockAccounts } from './service.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps

  bind(app, listAccountsRoute, ({ query }) => listAccounts(database, config.inactive_days, query))

  bind(app, checkAccount, async ({ query }) => ({
    duplicate: await isUsernameTaken(database, query.username),
  }))

  bind(app, createAccountRoute, ({ body, caller }) =>
    createAccount(deps, caller, { ...body, must_change_password: body.must_change_password ?? true }),
  )

  bind(app, changeOwnPasswordRoute, async ({ params, body, caller }) => {
    await changeOwnPassword(deps, caller, params.id, body)
    return {}
  })

  bind(app, deleteAccountsRoute, ({ body, caller }) => deleteAccounts(deps, caller, body.ids))
  bind(app, unlockAccountRoute, ({ params, caller }) => unlockAccount(deps, caller, params.id))
  bind(app, unlockAccountsRoute, ({ body, caller }) => unlockAccounts(deps, caller, body.ids))

  bind(app, makePasswordLinkRoute, async ({ params, caller, request }) => {
    const { secret, expires_at } = await makePasswordLink(deps, caller, params.id)
    return { url: `${addressOf(request, config)}/auth/password#${secret}`, expires_at }
  })
}
