export const NAMING: string[]
export declare function renumbered(text: string, before: string, version: string): string
