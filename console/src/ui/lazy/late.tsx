import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { fetchPart, NotFetched } from './fetch-part.ts'

/** What is drawn instead of a part that did not come; `again` asks for it once more. */
type Instead = (missing: NotFetched, again: () => void) => ReactNode

/**
 * A part whose code is fetched when it is first drawn, inside a Suspense. One that does not come takes nothing around
 * it along, and is asked for again the next time.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const fetchIt = async () => ({ default: await fetchPart(load) })
  let Part = lazy(fetchIt)
  return (props: Props, instead: Instead) => (
    <PartBoundary
      instead={instead}
      draw={() => <Part {...props} />}
      forget={() => {
        Part = lazy(fetchIt)
      }}
    />
  )
}

interface PartBoundaryProps {
  draw: () => ReactNode
  instead: Instead
  forget: () => void
}

interface PartBoundaryState {
  error?: unknown
}

class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = {}

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error }
  }

  override componentDidCatch() {
    this.props.forget()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.draw()
    if (!(error instanceof NotFetched)) throw error
    return this.props.instead(error, () => this.setState({ error: undefined }))
  }
}
