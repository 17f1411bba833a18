import { Readable } from 'node:stream'
import {
  changeOwnPassword as changeOwnPasswordRoute,
  checkAccount,
  createAccount as createAccountRoute,
  deleteAccounts as deleteAccountsRoute,
  editAccount as editAccountRoute,
  exportAccounts as exportAccountsRoute,
  listAccounts as listAccountsRoute,
  listCandidates as listCandidatesRoute,
  makePasswordLink as makePasswordLinkRoute,
  readAccount as readAccountRoute,
  setPassword as setPasswordRoute,
  unlockAccount as unlockAccountRoute,
  unlockAccounts as unlockAccountsRoute,
  unlockId as unlockIdRoute,
} from '@podium/contract/accounts.ts'
import { failField } from '@podium/contract/errors.ts'
import { messages } from '@podium/contract/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { exportAccounts } from './account-export.ts'
import { listAccounts } from './account-list.ts'
import { listCandidates } from './candidates.ts'
import { createDirectoryAccounts } from './directory-account.ts'
import { editAccount } from './edit.ts'
import { setPassword } from './given-password.ts'
import { changeOwnPassword } from './own-password.ts'
import { isUsernameTaken } from './reads.ts'
import {
  createAccount,
  deleteAccounts,
  makePasswordLink,
  readVisibleAccount,
  unlockAccount,
  unlockAccounts,
} from './service.ts'
import { createUnlockOfIds } from './unlock-id.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const createDirectoryAccount = createDirectoryAccounts(deps)
  const unlockId = createUnlockOfIds(deps)

  bind(app, listAccountsRoute, ({ query }) => listAccounts(database, config.inactive_days, query))

  bind(app, listCandidatesRoute, ({ query, caller, object }) =>
    listCandidates(database, config.inactive_days, caller, object.id, query),
  )

  bind(app, exportAccountsRoute, async ({ query, reply }) => {
    const lines = await exportAccounts(database, config.inactive_days, query)
    return reply
      .headers(attachmentHeaders('accounts.csv', exportAccountsRoute.media))
      .send(Readable.from(lines))
  })

  bind(app, readAccountRoute, ({ params, caller }) => readVisibleAccount(deps, caller, params.id))

  bind(app, checkAccount, async ({ query }) => ({
    duplicate: await isUsernameTaken(database, query.username),
  }))

  bind(app, createAccountRoute, ({ body, query, caller }) =>
    query.login_type === 'ldap'
      ? createDirectoryAccount(caller, body)
      : createAccount(deps, caller, {
          ...body,
          password: body.password ?? refuseMissing('password'),
          display_name: body.display_name || refuseMissing('display_name'),
          email: body.email ?? refuseMissing('email'),
          must_change_password: body.must_change_password ?? true,
        }),
  )

  bind(app, editAccountRoute, ({ body: { id, revision, ...sent }, caller, request }) =>
    editAccount(deps, caller, id, sent, askedRevision(request, revision)),
  )

  bind(app, setPasswordRoute, async ({ params, body, caller }) => {
    await setPassword(deps, caller, params.id, body.password)
    return {}
  })

  bind(app, changeOwnPasswordRoute, async ({ params, body, caller }) => {
    await changeOwnPassword(deps, caller, params.id, body)
    return {}
  })

  bind(app, deleteAccountsRoute, ({ body, caller }) => deleteAccounts(deps, caller, body.ids))
  bind(app, unlockAccountRoute, ({ params, caller }) => unlockAccount(deps, caller, params.id))
  bind(app, unlockAccountsRoute, ({ body, caller }) => unlockAccounts(deps, caller, body.ids))
  bind(app, unlockIdRoute, ({ body, caller }) => unlockId(caller, body.login_id))

  bind(app, makePasswordLinkRoute, async ({ params, caller, request }) => {
    const { secret, expires_at } = await makePasswordLink(deps, caller, params.id)
    return { url: `${addressOf(request, config)}/auth/password#${secret}`, expires_at }
  })
}

/** What an account with a password of its own needs and one of the directory does not. */
function refuseMissing(field: string): never {
  return failField(field, messages.required, 'required')
}
