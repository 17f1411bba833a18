import { ARRIVAL_REFUSALS, type ArrivalRefusal } from '@podium/contract/rules/arrival.ts'
import { Failure } from '@podium/contract/rules/errors.ts'
import { limits, usernameProblem } from '@podium/contract/rules/rules.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Identity, SignInRefused } from '../../identity-provider/identity-provider.ts'
import type { OidcSettings } from '../../oidc-settings.ts'
import { addIdentityAccount, takeRoleOfGroups } from '../accounts/identity-account.ts'
import { type Credentials, findIdentity, hasAccounts, isUsernameTaken } from '../accounts/reads.ts'
import { lockAdministration, refuseTakenId } from '../accounts/service.ts'
import { type Client, noteSignIn } from '../accounts/sign-in/login-history.ts'
import { endSignIns, signIn } from '../accounts/sign-in/sessions.ts'
import { hasTryLeft } from '../accounts/sign-in/tries.ts'
import type { Actor } from '../audit/audit.ts'
import { takeGroupMemberships } from '../workspaces/members/group-members.ts'

/** The sign-in history's codes for refusals of an account. */
const HISTORY = { deleted: '000', locked: '002', inactive: '003', shut: '005', group: 'group' } as const

type By = Pick<Actor, 'address' | 'request_id'>
type Outcome = { token: string; account_id: string } | { refused: ArrivalRefusal; account_id: string }

/** Admits people that the provider confirms, with the rights of their present groups. */
export function createAdmission({ config, database }: Deps, settings: OidcSettings) {
  const days = config.inactive_days

  /** Sets role and memberships from the groups. */
  async function takeRights(
    tx: Transaction,
    by: By,
    account: Credentials,
    groups: string[],
    log: FastifyBaseLogger,
  ) {
    const granted = settings.workspaces.filter(({ group }) => groups.includes(group))
    const keptManagers = await takeGroupMemberships(tx, by, account, granted)
    if (keptManagers.length > 0)
      log.warn(
        { account_id: account.id, workspaces: keptManagers },
        'the only manager of a workspace was kept',
      )
    if (settings.admin_groups.length === 0) return
    const role = roleOf(settings, groups)
    if (!(await takeRoleOfGroups(tx, by, account, role, days)))
      log.warn({ account_id: account.id }, 'the last administrator was kept')
  }

  async function findOrAdd(
    tx: Transaction,
    by: By,
    identity: Identity,
  ): Promise<Credentials | ArrivalRefusal> {
    const known = await findIdentity({ database: tx, config }, identity)
    if (known) return known
    const { username, groups } = identity
    if (!isLetIn(settings, groups)) return 'group'
    if (usernameProblem(username) !== null) return 'username'
    const role = roleOf(settings, groups)
    // otherwise the set-up link would stop working without there being an administrator
    if (role !== 'ADMIN' && !(await hasAccounts(tx))) return 'first'
    if (await isUsernameTaken(tx, username)) return 'taken'
    await addIdentityAccount(tx, by, identity, role)
    return (await findIdentity({ database: tx, config }, identity)) ?? 'taken'
  }

  async function open(
    tx: Transaction,
    by: By,
    identity: Identity,
    client: Client,
    log: FastifyBaseLogger,
  ): Promise<Outcome> {
    await lockAdministration(tx, null)
    const account = await findOrAdd(tx, by, identity)
    if (typeof account === 'string') return { refused: account, account_id: '' }
    const account_id = account.id
    const refused = await refusalOf(tx, account, identity)
    if (refused !== null) await noteSignIn(tx, account.id, HISTORY[refused], client)
    // an administrator decided about these accounts, so groups give them nothing back
    if (refused === 'deleted' || refused === 'shut') return { refused, account_id }
    await takeRights(tx, by, account, identity.groups, log)
    if (refused === 'group') await endSignIns(tx, account.id)
    if (refused !== null) return { refused, account_id }
    const token = await signIn(tx, account, client)
    return token === null ? { refused: 'deleted', account_id } : { token, account_id }
  }

  async function refusalOf(
    tx: Transaction,
    account: Credentials,
    { groups }: Identity,
  ): Promise<keyof typeof HISTORY | null> {
    if (account.deleted) return 'deleted'
    if (!isLetIn(settings, groups)) return 'group'
    if (account.locked_by_admin) return 'shut'
    if (!(await hasTryLeft(tx, account.id, days))) return 'locked'
    return account.inactive && !account.last_admin ? 'inactive' : null
  }

  /** @throws SignInRefused */
  return async function admit(identity: Identity, client: Client, by: By, log: FastifyBaseLogger) {
    const outcome = await database
      .transaction((tx) => open(tx, by, identity, client, log))
      .catch(refuseTakenId)
      .catch((error): Outcome => {
        if (error instanceof Failure && error.code === 'ACCOUNT.TAKEN')
          return { refused: 'taken', account_id: '' }
        throw error
      })
    if (!('refused' in outcome)) return outcome
    const who = { id: outcome.account_id, name: identity.username.slice(0, limits.username) }
    throw new SignInRefused(outcome.refused, reasonOf(outcome.refused, identity), who)
  }
}

/** For administrators: the received groups reveal a misspelt setting, or several groups in one text. */
function reasonOf(refused: ArrivalRefusal, { groups }: Identity): string {
  const sentence = ARRIVAL_REFUSALS[refused]
  if (refused !== 'group') return sentence
  return `${sentence} The sign-in service sent ${JSON.stringify(groups).slice(0, limits.description)}`
}

function isLetIn({ groups, admin_groups, workspaces }: OidcSettings, own: string[]): boolean {
  const all = [...groups, ...admin_groups, ...workspaces.map(({ group }) => group)]
  return own.some((group) => all.includes(group))
}

function roleOf({ admin_groups }: OidcSettings, own: string[]): 'ADMIN' | 'DEVELOPER' {
  return own.some((group) => admin_groups.includes(group)) ? 'ADMIN' : 'DEVELOPER'
}
