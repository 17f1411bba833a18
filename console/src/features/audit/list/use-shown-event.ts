import { useNavigate, useSearch } from '@tanstack/react-router'

/** The event that stands beside the list: in the address, so that a link shows it too. */
export function useShownEvent() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()

  function show(id: string | undefined) {
    void navigate({ to: '.', search: { ...search, event: id } as never, replace: true, resetScroll: false })
  }

  return { shown: search.event, show, hide: () => show(undefined) }
}
