import { useEffect } from 'react'

interface ShellKeys {
  onCommands: () => void
  onHelp: () => void
}

/** Ctrl+K from anywhere; `?` wherever nobody is typing. */
export function useShellKeys({ onCommands, onHelp }: ShellKeys): void {
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onCommands()
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        onHelp()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onCommands, onHelp])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
