import { fail } from '@podium/contract/rules/errors.ts'
import { type Caller as Asker, mayOnlyLook, type Permission } from '@podium/contract/rules/permissions.ts'
import type { Caller, ScopedObject } from './call.ts'

/** The caller as the permission table sees them at the object; without an object, in no workspace. */
export function askerOf({ role }: Pick<Caller, 'role'>, object: ScopedObject | null): Asker {
  return {
    role,
    workspaceRole: object?.role ?? null,
    membersMayOnlyLook: object?.members_may_only_look ?? false,
    madeIt: false,
  }
}

/** @throws Failure WORKSPACE.ONLY_LOOK, NOT.ALLOWED */
export function refuse(permission: Permission, asker: Asker): never {
  return fail(mayOnlyLook(permission, asker) ? 'WORKSPACE.ONLY_LOOK' : 'NOT.ALLOWED')
}
