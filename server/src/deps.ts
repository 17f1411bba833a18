import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { RunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Directory } from './directory/directory.ts'
import type { InstanceTypeOf } from './domains/workspaces/instance-types.ts'
import type { SecretBox } from './http/secret-box.ts'
import type { IdentityProvider } from './identity-provider/identity-provider.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metrics/metrics.ts'

/** What the product is built on; main.ts names the concrete ones, tests bring their own. */
export interface Deps {
  config: Config
  database: Database
  engine: Engine
  objects: ObjectStore
  /** null where none is set up */
  directory: Directory | null
  /** missing without single sign-on */
  provider?: IdentityProvider
  /** missing where mail is off */
  mail?: Mail
  /** what pods of runs call; missing where runs have none */
  runner?: RunnerCalls
  /** missing where metrics are off */
  metrics?: Metrics
  /** keeps the secrets of workspaces */
  secrets: SecretBox
  /** the folder of the sample solution */
  sample: string
  log: FastifyBaseLogger
  /** proves that a call comes from this server's own host; kept in a file only its owner reads */
  hostToken: string
}

/** What requests are answered with. */
export interface ServingDeps extends Deps {
  background: Background
  /** what an instance type offers; null for one that is not known here */
  instanceType: InstanceTypeOf
}
