export function buildDownloads(root: string, dist: string): Promise<void>
export function buildWheel(root: string, outDir: string): string
