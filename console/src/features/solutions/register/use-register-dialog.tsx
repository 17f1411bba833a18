import type { Registered, Solution } from '@podium/contract/calls/solutions.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { lazyDialog } from '../../../ui/lazy/lazy.tsx'

const RegisterDialog = lazyDialog(async () => (await import('./register-dialog.tsx')).RegisterDialog)

/**
 * The dialog that registers a solution, or the next version of the given one. The address says that it is open, so
 * that links can open it and it survives a lost session.
 */
export function useRegisterDialog(solution?: Solution) {
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('solution.register')
  const setOpen = (isOpen: boolean) => change({ register: isOpen ? '1' : undefined }, { replace: true })

  function show({ id, workspace_id: ws }: Registered) {
    void navigate({ ...paths.solution(id, { ws }), replace: solution !== undefined })
  }

  return {
    disabledReason,
    open: () => setOpen(true),
    dialog: search.register === '1' && disabledReason === undefined && (
      <RegisterDialog solution={solution} onCancel={() => setOpen(false)} onRegistered={show} />
    ),
  }
}
