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

/** The dependencies of the product; main.ts provides the real ones, tests their own. */
export interface Deps {
  config: Config
  database: Database
  engine: Engine
  objects: ObjectStore
  /** null without a directory */
  directory: Directory | null
  /** absent without single sign-on */
  provider?: IdentityProvider
  /** absent if mail is off */
  mail?: Mail
  /** the calls of runs' pods; absent if runs have none */
  runner?: RunnerCalls
  /** absent if metrics are off */
  metrics?: Metrics
  /** encrypts the secrets of workspaces */
  secrets: SecretBox
  /** the folder of the sample solution */
  sample: string
  log: FastifyBaseLogger
  /** proves that a call comes from the server's own host; stored in a file that only its owner reads */
  hostToken: string
}

/** The dependencies of request handlers. */
export interface ServingDeps extends Deps {
  background: Background
  /** looks up an instance type by name; null if it is unknown */
  instanceType: InstanceTypeOf
}
