import * as z from 'zod/mini'
import { route } from './route.ts'

/** What a person prefers to see, on whatever machine they sign in. Each has its default until it is chosen. */
export const preferences = z.object({ solution_view: z.enum(['list', 'thumbnails']) })
export type Preferences = z.infer<typeof preferences>

export const readPreferences = route({
  id: 'readPreferences',
  method: 'GET',
  path: '/api/v1/settings/preferences',
  summary: 'What the caller prefers to see',
  allow: 'own-preferences.keep',
  scope: 'none',
  reads: ['preference'],
  reply: preferences,
})

/** What is not sent stays as it was. */
export const keepPreferences = route({
  id: 'keepPreferences',
  method: 'PATCH',
  path: '/api/v1/settings/preferences',
  summary: 'Keep what the caller prefers to see',
  allow: 'own-preferences.keep',
  scope: 'none',
  touches: ['preference'],
  body: z.strictObject({ solution_view: z.optional(z.enum(['list', 'thumbnails'])) }),
  reply: preferences,
  errors: ['ACCOUNT.NONE'],
})
