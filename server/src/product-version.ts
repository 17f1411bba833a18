import manifest from '../package.json' with { type: 'json' }

/** The version in the footer. */
export const productVersion: string = manifest.version
