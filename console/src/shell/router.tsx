import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouterHistory,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { usePageName, useTabState } from '../navigation/page-name.tsx'
import { paths } from '../navigation/paths.ts'
import { parseSearch, stringifySearch } from '../navigation/target.ts'
import { useMissedFailures } from '../session/missed-failures.ts'
import type { Session } from '../session/session.ts'
import { decideGate } from '../session/workspace-gate.ts'
import { basePath, inside } from '../ui/base-path.ts'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'
import { fetchPart } from '../ui/lazy/fetch-part.ts'
import { detourFrom, viewerOf } from './guard.ts'
import type { Notices } from './notices.ts'
import { NothingHere, PageNotFound, PageProblem } from './page-problems.tsx'
import type { MenuEntry, Screen } from './screen.ts'
import { Shell } from './shell.tsx'
import { StandIn } from './stand-in.tsx'

export interface RouterDeps {
  session: Session
  queries: QueryClient
  notices: Notices
  /** resolves when the server has said who is signed in */
  started: Promise<void>
}

interface RouterSetup {
  screens: readonly Screen[]
  menu: readonly MenuEntry[]
  deps: RouterDeps
  history?: RouterHistory
}

/** Creates the router from the table of screens, with one guard and one way of loading for all. */
export function createConsoleRouter({ screens, menu, deps, history }: RouterSetup) {
  const root = rootOf(menu)
  const children = screens.map((screen) => routeOf(screen, root))
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ ...paths.overview(), replace: true })
    },
  })
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    staticData: { screen: UNKNOWN },
    component: PageNotFound,
  })
  return createRouter({
    basepath: basePath || '/',
    routeTree: root.addChildren([...children, start, unknown]),
    context: deps,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // React shows grey rows for at least 300 ms, so a page that comes soon is better waited for.
    defaultPendingMs: 500,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => (
      <StandIn>
        <SkeletonRows label="Loading the page" />
      </StandIn>
    ),
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NothingHere,
    scrollRestoration: true,
  })
}

/** Shown to everyone and without a call, because there is no server below a path that no setting names. */
const UNKNOWN: Screen = {
  path: '$',
  title: 'Page not found',
  access: 'signed-out',
  crumbs: [],
  bare: true,
}

const PRODUCT = 'Podium'

/** The frame around every page: the navigation, and the browser tab's title. */
function Frame({ menu }: { menu: readonly MenuEntry[] }) {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const page = <Outlet />
  return (
    <>
      <BrowserTab screen={screen} />
      {screen?.bare ? <Suspense>{page}</Suspense> : <Shell menu={menu}>{page}</Shell>}
    </>
  )
}

/**
 * The window's title names the page or its object, and the product. Before them it shows running runs, and failures
 * while the tab was in the background; the icon shows the same.
 */
function BrowserTab({ screen }: { screen: Screen | undefined }) {
  const title = usePageName() || screen?.title
  const missed = useMissedFailures()
  const tab = useTabState()
  const news = [missed > 0 ? `${missed} failed` : '', tab.words].filter(Boolean).join(', ')
  useEffect(() => {
    const named = title ? `${title} · ${PRODUCT}` : PRODUCT
    document.title = news ? `(${news}) ${named}` : named
  }, [title, news])
  useTabIcon(missed > 0 ? 'failed' : tab.icon)
  return null
}

function rootOf(menu: readonly MenuEntry[]) {
  return createRootRouteWithContext<RouterDeps>()({ component: () => <Frame menu={menu} /> })
}

function routeOf(screen: Screen, root: ReturnType<typeof rootOf>) {
  const { page: fetchIt, path } = screen
  let fetched: Awaited<ReturnType<NonNullable<Screen['page']>>> | undefined
  const page =
    fetchIt &&
    (async () => {
      fetched ??= await fetchPart(fetchIt)
      return fetched
    })
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData: { screen },
    async beforeLoad({ context, search, location, preload }) {
      const { session } = context
      // Loads the page's code while the server says who is signed in. The loader reports a failure.
      if (session.state().account) page?.().catch(() => {})
      await context.started
      const decision = decideGate(session.state())
      // Does what the gate would do in a moment: the role in the workspace decides if the screen may be opened.
      if (!screen.bare && !preload && decision.is === 'choose-this') session.choose(decision.workspace)
      guard(screen, context, location, preload)
      if (!screen.bare) enterWorkspace((search as Record<string, string>).ws, context, preload)
    },
    // Runs on entering only. The page itself handles changes of its address.
    async loader({ context, params, location, abortController }) {
      if (!page) return
      const { load } = await page()
      const workspace = context.session.state().workspace?.id
      if (!load || (workspace === undefined && !screen.bare)) return
      await load({
        queries: context.queries,
        params,
        search: location.search as Record<string, string>,
        workspace: workspace ?? '',
        signal: abortController.signal,
      })
    },
    ...(page && { component: lazyRouteComponent(page, 'Page') }),
  })
}

function guard(
  screen: Screen,
  { session, notices }: RouterDeps,
  { hash, href }: { hash: string; href: string },
  preload: boolean,
) {
  const { workspace, workspaces, mustChangePassword } = session.state()
  const isChooserFirst = !screen.bare && decideGate(session.state()).is === 'chooser'
  const detour = detourFrom(screen, {
    ...viewerOf(session.state()),
    ...(isChooserFirst && { rolesToChoose: workspaces.map(({ role }) => role) }),
    workspaceName: workspace?.display_name ?? '',
    mustChangePassword,
    hasLinkSecret: hash !== '',
  })
  if (!detour) return
  if (detour.alert !== undefined && !preload) notices.alert(detour.alert, detour.detail)
  if (!session.state().account) session.askFor(href)
  throw redirect({ ...detour.to, replace: true })
}

/** A link to an object names its workspace, which becomes the current one if the person may see it. */
function enterWorkspace(wanted: string | undefined, { session, notices }: RouterDeps, preload: boolean) {
  const { workspace, workspaces } = session.state()
  if (wanted === undefined || wanted === workspace?.id) return
  const target = workspaces.find(({ id }) => id === wanted)
  if (!target) throw notFound()
  if (preload) return
  session.choose(target)
  notices.remark(`You are now in ${target.display_name}.`)
}

/** Adds a dot in the colour of the state to the browser tab's icon; '' for none. */
function useTabIcon(state: 'running' | 'failed' | ''): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || state === '') return
    icon.href = inside(`/favicon-${state}.svg`)
    return () => {
      icon.href = inside('/favicon.svg')
    }
  }, [state])
}
