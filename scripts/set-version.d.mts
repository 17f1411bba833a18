export const NAMING: string[]
