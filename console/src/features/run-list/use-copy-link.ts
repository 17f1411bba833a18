import { useSnackbar } from '../../ui/feedback/snackbar.tsx'

/** Returns a function that copies an address and shows whether the browser allowed it. */
export function useCopyLink(): (address: string) => Promise<void> {
  const { showSnackbar } = useSnackbar()
  return async (address) => {
    try {
      await navigator.clipboard.writeText(address)
      showSnackbar('The link is copied.')
    } catch {
      showSnackbar('The browser refused to copy.', { tone: 'bad' })
    }
  }
}
