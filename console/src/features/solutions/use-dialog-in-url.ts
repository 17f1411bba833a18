import { useNavigate, useSearch } from '@tanstack/react-router'

/** Whether a page's dialog stands open, kept in the address: a link can open it, and a lost session finds it again. */
export function useDialogInUrl(name: string) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()

  function setOpen(open: boolean) {
    const next = { ...search, [name]: open ? '1' : undefined }
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }

  return { isOpen: search[name] === '1', open: () => setOpen(true), close: () => setOpen(false) }
}
