import { type AddressOf, addressOf as pathOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { inside } from '../ui/base-path.ts'

/** Returns the address of a call with this server's base path, for links and downloads too. */
export function addressOf<R extends Route>(route: R, args: AddressOf<R>): string {
  return inside(pathOf(route, args))
}
