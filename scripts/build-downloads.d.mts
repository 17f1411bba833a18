export function buildDownloads(root: string, dist: string): Promise<void>
export function buildClient(root: string, outDir: string): Promise<string>
export function buildWheel(root: string, outDir: string): string
export function buildTemplate(root: string, outDir: string): Promise<string>
