import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { notificationChoices } from './notifications.ts'

/** How many charts a person may have pinned. */
export const MOST_PINS = 100

const theme = z.enum(['light', 'dark', 'system'])
const density = z.enum(['comfortable', 'compact'])
const shortcuts = z.enum(['on', 'off'])
const times = z.enum(['dates', 'ages'])

/**
 * How the console looks to a person, and what it hears: `system` follows their machine, compact rows are 32 pixels high
 * instead of 40, `shortcuts` are the keys of one character, which speech and switches press by accident, and `times` says
 * whether lists show dates or how long ago something was.
 */
export const look = z.object({ theme, density, shortcuts, times })
export type Look = z.infer<typeof look>

/** The cookies by which the next page of a browser begins with its look; scripts write them, and they name no person. */
export const LOOK_COOKIES = {
  theme: 'podium-theme',
  density: 'podium-density',
  shortcuts: 'podium-shortcuts',
  times: 'podium-times',
} as const satisfies Record<keyof Look, string>

/** Display preferences, on whatever machine they sign in. Each has its default until it is chosen. */
const choices = {
  theme,
  density,
  shortcuts,
  times,
  solution_view: z.enum(['list', 'thumbnails']),
  inference_view: z.enum(['streams', 'runs', 'models', 'instances']),
  /** The charts of figures that stand first on the pages of runs of a solution; `chart` is the name of the chart. */
  pinned_charts: z
    .array(
      z.strictObject({
        solution: z.string().check(z.maxLength(100)),
        chart: z.string().check(z.maxLength(250)),
      }),
    )
    .check(z.maxLength(MOST_PINS)),
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

/** What is not sent stays as it was. */
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
