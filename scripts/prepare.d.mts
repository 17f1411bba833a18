export function installIfStale(root: string): void
export function buildIfStale(root: string): void
