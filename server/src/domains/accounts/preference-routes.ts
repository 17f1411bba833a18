import {
  keepPreferences as keepPreferencesRoute,
  readPreferences as readPreferencesRoute,
} from '@podium/contract/preferences.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { keepPreferences, readPreferences } from './preferences.ts'

/** What a person chose to see. */
export function preferenceRoutes(app: FastifyInstance, { database }: Deps): void {
  bind(app, readPreferencesRoute, ({ caller }) => readPreferences(database, caller))
  bind(app, keepPreferencesRoute, ({ caller, body }) => keepPreferences(database, caller, body))
}
