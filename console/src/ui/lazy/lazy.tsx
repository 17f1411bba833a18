import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { browserPage } from '../browser-page.ts'
import { TextButton } from '../button/button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { useAlert } from '../use-alert.ts'
import { fetchPart, NotFetched } from './fetch-part.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part of a page that is fetched when it is first drawn; one that does not come is told in its place. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const draw = drawLazily(load)
  return (props: Props) =>
    draw(props, ({ message, isOutdated }, retry) => (
      <ErrorState
        title="This part could not be shown"
        detail={message}
        onRetry={() => (isOutdated ? browserPage.reload() : retry())}
      />
    ))
}

/**
 * What a tab shows, fetched when the tab is first chosen, with grey rows until it is there. One that was fetched by
 * `fetch` before is drawn at once.
 */
export function lazyTab<Props extends object>(
  load: Load<Props>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let fetched: ComponentType<Props> | undefined
  const loadIt = async () => {
    fetched = await load()
    return fetched
  }
  const Panel = lazyPart(loadIt)
  function Tab(props: Props) {
    // What is drawn stays the same component, whenever its code came.
    const [Fetched] = useState(() => fetched)
    return Fetched ? (
      <Fetched {...props} />
    ) : (
      <Suspense fallback={<SkeletonRows label="Loading the tab" tall />}>
        <Panel {...props} />
      </Suspense>
    )
  }
  return Object.assign(Tab, { fetch: async () => void (await fetchPart(loadIt)) })
}

/** How a dialog is left without its action. */
interface Leaving {
  open?: boolean
  onClose?: () => void
  onCancel?: () => void
}

/**
 * A dialog that is fetched when it is first opened; the page behind it stays as it is. One that does not come is closed
 * again, and an alert tells why.
 */
export function lazyDialog<Props extends Leaving>(load: Load<Props>): ComponentType<Props> {
  const draw = drawLazily(load)
  return (props: Props) => (
    <Suspense>
      {draw(props, (missing, retry) => (
        <MissingDialog {...props} missing={missing} retry={retry} />
      ))}
    </Suspense>
  )
}

/**
 * Draws a part whose code is fetched when it is first drawn, inside a Suspense. One that does not come takes nothing
 * around it along, and is fetched again the next time.
 */
export function drawLazily<Props extends object>(load: Load<Props>) {
  const fetchIt = async () => ({ default: await fetchPart(load) })
  let Part = lazy(fetchIt)
  return (props: Props, fallback: Fallback) => (
    <LazyBoundary
      fallback={fallback}
      draw={() => <Part {...props} />}
      forget={() => {
        Part = lazy(fetchIt)
      }}
    />
  )
}

/** What is drawn in the place of a part that did not come. */
type Fallback = (missing: NotFetched, retry: () => void) => ReactNode

interface LazyBoundaryProps {
  draw: () => ReactNode
  fallback: Fallback
  forget: () => void
}

class LazyBoundary extends Component<LazyBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch() {
    this.props.forget()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.draw()
    if (!(error instanceof NotFetched)) throw error
    return this.props.fallback(error, () => this.setState({ error: undefined }))
  }
}

interface MissingDialogProps extends Leaving {
  missing: NotFetched
  retry: () => void
}

function MissingDialog({ missing, retry, open = true, onClose, onCancel }: MissingDialogProps) {
  const showAlert = useAlert()
  const isTold = useRef(!open)
  const react = useEffectEvent(() => {
    // The alert was read, and the dialog is opened once more.
    if (isTold.current) return retry()
    isTold.current = true
    const reload = missing.isOutdated && (
      <>
        What you typed stays until you reload the page.{' '}
        <TextButton onClick={browserPage.reload}>Reload</TextButton>
      </>
    )
    void showAlert('error', missing.message, reload)
    const leave = onCancel ?? onClose
    leave?.()
  })
  useEffect(() => {
    if (open) react()
  }, [open])
  return null
}
