/** A component that shows messages. */
interface Speaker {
  /** Tells what went wrong, until OK is pressed or it is `over`. */
  alert: (message: string, detail?: string, over?: AbortSignal) => void
  /** Says it in passing. */
  remark: (text: string) => void
}

/** Messages from outside the React tree. They wait until a component can show them. */
export interface Notices extends Speaker {
  listen: (speaker: Speaker) => () => void
  /** Calls the function when a notice arrives before a listener does. */
  whenWaiting: (call: () => void) => () => void
}

export function createNotices(): Notices {
  let speaker: Speaker | null = null
  let waiting: ((speaker: Speaker) => void)[] = []
  let onWaiting = () => {}
  function hand(notice: (speaker: Speaker) => void) {
    if (speaker) return notice(speaker)
    waiting.push(notice)
    onWaiting()
  }
  return {
    alert: (...told) => hand((to) => to.alert(...told)),
    remark: (text) => hand((to) => to.remark(text)),
    listen(next) {
      speaker = next
      for (const notice of waiting) notice(next)
      waiting = []
      return () => {
        if (speaker === next) speaker = null
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
