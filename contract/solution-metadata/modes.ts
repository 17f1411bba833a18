/** The types of pipelines. */
export const MODES = ['train', 'inference'] as const
export type Mode = (typeof MODES)[number]
