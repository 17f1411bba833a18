import type { AlertKind } from '../ui/dialog/use-alert.ts'

export type Notice =
  | { is: 'alert'; kind: AlertKind; message: string; detail?: string | undefined }
  | { is: 'remark'; text: string }

/** Messages from outside the React tree, kept until a component can show them. */
export interface Notices {
  alert: (kind: AlertKind, message: string, detail?: string) => void
  remark: (text: string) => void
  listen: (listener: (notice: Notice) => void) => () => void
  /** Calls when a notice comes before anything listens. */
  whenWaiting: (call: () => void) => () => void
}

export function createNotices(): Notices {
  let listener: ((notice: Notice) => void) | null = null
  let waiting: Notice[] = []
  let onWaiting = () => {}
  function hand(notice: Notice) {
    if (listener) return listener(notice)
    waiting.push(notice)
    onWaiting()
  }
  return {
    alert: (kind, message, detail) => hand({ is: 'alert', kind, message, detail }),
    remark: (text) => hand({ is: 'remark', text }),
    listen(next) {
      listener = next
      for (const notice of waiting) next(notice)
      waiting = []
      return () => {
        if (listener === next) listener = null
      }
    },
    whenWaiting(call) {
      onWaiting = call
      return () => {
        onWaiting = () => {}
      }
    },
  }
}
