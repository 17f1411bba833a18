import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { notificationChoices } from './notifications.ts'

/** Maximum number of charts that a person may pin. */
export const MAX_PINS = 100

const theme = z.enum(['light', 'dark', 'system'])
const density = z.enum(['comfortable', 'compact'])
const shortcuts = z.enum(['on', 'off'])
const times = z.enum(['dates', 'ages'])

/**
 * How the console looks and which keys it reacts to: `system` follows the machine, compact rows are 32 pixels high
 * instead of 40, `shortcuts` enables single-character keys, which speech input and switches press by accident, and
 * `times` chooses dates or relative times in lists.
 */
export const look = z.object({ theme, density, shortcuts, times })
export type Look = z.infer<typeof look>

/** Cookies that give a browser's next page its look from the start. Scripts write them, and they identify no person. */
export const LOOK_COOKIES = {
  theme: 'podium-theme',
  density: 'podium-density',
  shortcuts: 'podium-shortcuts',
  times: 'podium-times',
} as const satisfies Record<keyof Look, string>

/** Display preferences that apply on every machine. Each has a default until it is chosen. */
const choices = {
  theme,
  density,
  shortcuts,
  times,
  solution_view: z.enum(['list', 'thumbnails']),
  inference_view: z.enum(['streams', 'runs', 'models', 'instances']),
  /** Charts of figures shown first on the run pages of a solution; `chart` is the name of the chart. */
  pinned_charts: z
    .array(
      z.strictObject({
        solution: z.string().check(z.maxLength(100)),
        chart: z.string().check(z.maxLength(250)),
      }),
    )
    .check(z.maxLength(MAX_PINS)),
  ...notificationChoices,
}
export const preferences = z.object(choices)
export type Preferences = z.infer<typeof preferences>

export const readPreferences = route({
  id: 'readPreferences',
  method: 'GET',
  path: '/api/v1/settings/preferences',
  summary: 'Display preferences of the caller',
  allow: 'own-preferences.keep',
  scope: 'none',
  reads: ['preference'],
  reply: preferences,
})

/** Preferences that are left out keep their value. */
export const keepPreferences = route({
  id: 'keepPreferences',
  method: 'PATCH',
  path: '/api/v1/settings/preferences',
  summary: 'Save the display preferences of the caller',
  allow: 'own-preferences.keep',
  scope: 'none',
  touches: ['preference'],
  body: z.strictObject({
    theme: z.optional(choices.theme),
    density: z.optional(choices.density),
    shortcuts: z.optional(choices.shortcuts),
    times: z.optional(choices.times),
    solution_view: z.optional(choices.solution_view),
    inference_view: z.optional(choices.inference_view),
    pinned_charts: z.optional(choices.pinned_charts),
    bell: z.optional(choices.bell),
    mail: z.optional(choices.mail),
    muted: z.optional(choices.muted),
  }),
  reply: preferences,
  errors: ['ACCOUNT.NONE'],
})
