import manifest from '../package.json' with { type: 'json' }

/** The version people read in the footer. */
export const productVersion: string = manifest.version
