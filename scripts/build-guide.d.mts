export function buildGuide(root: string, dist: string): void
