export function findFirefox(): string
export function locateFirefox(): string | null
