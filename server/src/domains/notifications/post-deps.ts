import type { Deps } from '../../deps.ts'
import { publicAddress } from '../../http/address.ts'
import { createInstallationKey } from '../../http/installation-key.ts'
import { createOutgoing } from '../../outgoing/outgoing.ts'
import type { PostDeps } from './post-message.ts'

/** Builds what this installation needs to send webhooks. */
export function postDepsOf({ config, database }: Pick<Deps, 'config' | 'database'>): PostDeps {
  return {
    outgoing: createOutgoing(config.webhook_allow, config.proxies.server),
    key: createInstallationKey(database, 'webhooks'),
    console_url: publicAddress(config),
  }
}
