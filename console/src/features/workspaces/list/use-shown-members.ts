import { useNavigate, useSearch } from '@tanstack/react-router'

/** Whose members stand beside the list: in the address, so that a link shows them too. */
export function useShownMembers() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()

  function show(id: string | undefined) {
    void navigate({ to: '.', search: { ...search, members: id } as never, replace: true, resetScroll: false })
  }

  return { shown: search.members, show, hide: () => show(undefined) }
}
