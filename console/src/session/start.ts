import { logout, readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { mayRecover } from '../api/api-error.ts'
import { call, forgetLostCall } from '../api/call.ts'
import { whenBack } from '../ui/lazy/when-back.ts'
import { isOwnKey } from './own-storage.ts'
import type { Session } from './session.ts'
import { LOST } from './stored-session.ts'

let waitNoLonger: (() => void) | undefined

/**
 * Reads the release and the signed-in person from the server. Also resolves if it cannot be reached; then it is read
 * again once it can.
 */
export async function refreshSession(session: Session, background = false): Promise<void> {
  const answers = await Promise.allSettled([refreshRelease(session), refreshPerson(session, background)])
  waitNoLonger?.()
  if (answers.some((one) => one.status === 'rejected' && mayRecover(one.reason)))
    waitNoLonger = whenBack(() => void refreshSession(session, true))
}

async function refreshRelease(session: Session) {
  const { release, product_version, docs_url, help_contact, single_sign_on } = await call(readVersions, {
    background: true,
  })
  session.setRelease({
    engine: release.mlops_engine,
    monitoring: release.monitoring,
    productVersion: product_version,
    docsUrl: docs_url,
    helpContact: help_contact,
    singleSignOn: single_sign_on,
  })
}

async function refreshPerson(session: Session, background: boolean) {
  const { account, signIn } = session.state()
  if (!account) return
  const person = await call(readSession, { background })
  // A response to an earlier sign-in does not apply to this one.
  if (session.state().account && session.state().signIn === signIn) session.renew(person)
}

/**
 * Keeps this tab's session current: refreshes it on focus, and restarts the console when another tab changes the
 * account. A session that the server ended resumes when the same person signs in in another tab.
 */
export function keepSessionTrue(session: Session, reload: () => void): () => void {
  let isLosing = false
  const refresh = () => {
    if (document.visibilityState === 'visible') void refreshSession(session, true)
  }
  const compare = ({ key, newValue }: StorageEvent) => {
    const mine = session.state().account?.accountId ?? null
    if (isOwnKey(key, LOST)) {
      if (mine !== null && newValue === mine) void loseToo()
      return
    }
    if (isLosing && newValue === null) return
    if (key === null ? mine === null : !isOwnKey(key, 'accountId') || newValue === mine) return
    if (mine === null && session.keepsWorkOf(newValue)) void comeBack(session)
    else reload()
  }
  /** Lets the server report the lost session here too, so that this tab's work is kept. */
  async function loseToo() {
    isLosing = true
    await refreshPerson(session, true).catch(() => {})
    isLosing = false
    if (session.state().account) reload()
  }
  window.addEventListener('focus', refresh)
  window.addEventListener('storage', compare)
  return () => {
    window.removeEventListener('focus', refresh)
    window.removeEventListener('storage', compare)
  }
}

/** Resumes this tab's work after its person signed in again in another tab. */
async function comeBack(session: Session): Promise<void> {
  const person = await call(readSession, { background: true }).catch(() => null)
  if (person) session.comeBack(person)
}

/** Logs out here and on the server. If that cannot be reached, at least this session ends. */
export async function endSession(session: Session): Promise<void> {
  session.beginEnd()
  await call(logout, { background: true }).catch(() => {})
  session.end()
  forgetLostCall()
}
