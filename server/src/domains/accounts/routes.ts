import { Readable } from 'node:stream'
import * as calls from '@podium/contract/calls/accounts.ts'
import * as preferences from '@podium/contract/calls/preferences.ts'
import { failField } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { attachmentHeaders } from '../../http/attachment.ts'
import { bind } from '../../http/bind.ts'
import type { Call } from '../../http/call.ts'
import { askedRevision } from '../../http/revision.ts'
import { refuseTogether } from '../../refuse-together.ts'
import { exportAccounts, listAccounts, listCandidates } from './account-list.ts'
import { createDirectoryAccounts } from './directory-account.ts'
import { keepPreferences, readPreferences } from './preferences.ts'
import { isUsernameTaken } from './reads.ts'
import {
  type AccountFields,
  createAccount,
  createUnlockOfIds,
  deleteAccounts,
  editAccount,
  readVisibleAccount,
  unlockAccount,
  unlockAccounts,
} from './service.ts'
import { changeOwnPassword, makePasswordLink, setPassword } from './set-password.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const createDirectoryAccount = createDirectoryAccounts(deps)
  const unlockId = createUnlockOfIds(deps)

  bind(app, calls.listAccounts, ({ query }) => listAccounts(deps, query))

  bind(app, calls.listCandidates, async ({ query, caller, object }) => {
    const found = await listCandidates(deps, caller, object.id, query)
    if (deps.directory === null) return { ...found, directory: 'none' as const }
    return { ...found, directory: deps.directory.describe().reader ? ('reader' as const) : ('own' as const) }
  })

  bind(app, calls.exportAccounts, async ({ query, reply }) => {
    const lines = await exportAccounts(deps, query)
    return reply
      .headers(attachmentHeaders('accounts.csv', calls.exportAccounts.media))
      .send(Readable.from(lines))
  })

  bind(app, calls.readAccount, ({ params, caller }) => readVisibleAccount(deps, caller, params.id))

  bind(app, calls.checkAccount, async ({ query }) => ({
    duplicate: await isUsernameTaken(database, query.username),
  }))

  bind(app, calls.createAccount, ({ body, query, caller }) =>
    query.login_type === 'ldap'
      ? createDirectoryAccount(caller, body)
      : createAccount(deps, caller, withOwnPassword(body)),
  )

  bind(app, calls.editAccount, ({ body: { id, revision, ...sent }, caller, request }) =>
    editAccount(deps, caller, id, sent, askedRevision(request, revision)),
  )

  bind(app, calls.setPassword, ({ params, body, caller }) =>
    setPassword(deps, caller, params.id, body.password),
  )
  bind(app, calls.changeOwnPassword, ({ params, body, caller }) =>
    changeOwnPassword(deps, caller, params.id, body),
  )

  bind(app, calls.deleteAccounts, ({ body, caller }) => deleteAccounts(deps, caller, body.ids))
  bind(app, calls.unlockAccount, ({ params, caller }) => unlockAccount(deps, caller, params.id))
  bind(app, calls.unlockAccounts, ({ body, caller }) => unlockAccounts(deps, caller, body.ids))
  bind(app, calls.unlockId, ({ body, caller }) => unlockId(caller, body.login_id))

  bind(app, calls.makePasswordLink, async ({ params, caller, request }) => {
    const { secret, expires_at } = await makePasswordLink(deps, caller, params.id)
    return { url: `${addressOf(request, config)}/auth/password#${secret}`, expires_at }
  })

  bind(app, preferences.readPreferences, ({ caller }) => readPreferences(database, caller))
  bind(app, preferences.keepPreferences, ({ caller, body }) => keepPreferences(database, caller, body))
}

/** The fields that an account with its own password needs, and one of the directory does not. */
function withOwnPassword(body: Call<typeof calls.createAccount>['body']): AccountFields {
  const { password = null, email = null, display_name = '', must_change_password = true } = body
  const refuseMissing = (field: string) => failField(field, messages.required, 'required')
  refuseTogether(
    () => password ?? refuseMissing('password'),
    () => display_name || refuseMissing('display_name'),
    () => email ?? refuseMissing('email'),
  )
  return { ...body, password: password ?? '', email: email ?? '', display_name, must_change_password }
}
