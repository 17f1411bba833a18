/** The types of the provider as far as the tests use it, because it has none of its own. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http'

  interface Context {
    path: string
    body: unknown
    oidc: { client?: { clientId: string }; session?: { accountId: string } }
  }

  class Grant {
    constructor(of: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: typeof Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    listen(port: number, host: string): Server
    callback(): (...args: unknown[]) => void
  }
}
