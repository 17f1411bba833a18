import * as oidc from 'openid-client'
import type { OidcSettings } from '../oidc-settings.ts'
import { SignInRefused } from './identity-provider.ts'
import { sentenceOf } from './sentence-of.ts'

export const TIMEOUT_S = 5
const WELL_KNOWN = '/.well-known/'
const MICROSOFT = 'https://login.microsoftonline.com'

/**
 * Fetches the provider's metadata.
 * @throws SignInRefused 'away' if it does not answer, 'issuer' if it is a different provider
 */
export async function discover(
  { issuer, client_id }: OidcSettings,
  ask: typeof fetch,
): Promise<oidc.ServerMetadata> {
  const found = await oidc
    .discovery(describedAt(issuer), client_id, undefined, undefined, {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: (address, options) => ask(address, options as RequestInit),
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    })
    .catch((error) => {
      const sentence = `The identity provider of PODIUM_OIDC_ISSUER cannot be used: ${sentenceOf(error)}`
      throw new SignInRefused('away', sentence)
    })
  const metadata = found.serverMetadata()
  if (!isMeant(issuer, metadata.issuer))
    throw new SignInRefused(
      'issuer',
      `PODIUM_OIDC_ISSUER is ${issuer.href}, and the provider there names itself ${metadata.issuer}. Set it to the name that the provider has for you.`,
    )
  return metadata
}

/** The address of the provider's metadata. People also set that address itself. */
function describedAt(issuer: URL): URL {
  const address = new URL(issuer)
  if (!address.pathname.includes(WELL_KNOWN))
    address.pathname = `${issuer.pathname.replace(/\/$/, '')}${WELL_KNOWN}openid-configuration`
  return address
}

/**
 * True if the provider is the configured one. A trailing slash and the case of the host do not matter. Microsoft names
 * tenants by their ids, whatever the address says; its name with `{tenantid}` is refused, because it would admit every
 * tenant in the world. Azure AD B2C has the policy in the address but not in the name.
 */
function isMeant(setting: URL, named: string): boolean {
  if (named.includes('{')) return false
  if (setting.pathname.includes(WELL_KNOWN) || setting.origin === MICROSOFT) return true
  if (setting.hostname.endsWith('.b2clogin.com')) return true
  return URL.canParse(named) && withoutSlash(new URL(named)) === withoutSlash(setting)
}

const withoutSlash = ({ href }: URL) => href.replace(/\/$/, '')
