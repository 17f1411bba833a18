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

/** A part of a page that is fetched when first rendered. A failure is shown in its place. */
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
 * A tab's content, fetched when the tab is first chosen, with grey rows until then. If `fetch` has fetched it before,
 * it is rendered at once.
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
    // Keeps the same component, whenever its code is loaded.
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

/** The props that close a dialog without its action. */
interface Leaving {
  open?: boolean
  onClose?: () => void
  onCancel?: () => void
}

/**
 * A dialog that is fetched when first opened, without changing the page behind it. If that fails, it is closed again,
 * and an alert says why.
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
 * Renders a part whose code is fetched when first rendered, inside a Suspense. A failure affects nothing around it,
 * and the code is fetched again the next time.
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

/** Renders the replacement of a part that could not be fetched. */
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
  const isReported = useRef(!open)
  const react = useEffectEvent(() => {
    // The alert was read, and the dialog is opened again.
    if (isReported.current) return retry()
    isReported.current = true
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
