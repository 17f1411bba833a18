import type { ComponentType } from 'react'
import { browserPage } from '../browser-page.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { late } from './late.tsx'

/** A part of a page that is fetched when it is first drawn; one that does not come says so in its place. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const draw = late(load)
  return function LatePart(props: Props) {
    return draw(props, ({ message, isOutdated }, again) => (
      <ErrorState
        title="This part could not be shown"
        detail={message}
        onRetry={() => (isOutdated ? browserPage.reload() : again())}
      />
    ))
  }
}
