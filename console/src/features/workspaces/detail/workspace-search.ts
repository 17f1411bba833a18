export const WORKSPACE_TABS = ['overview', 'members', 'use', 'history'] as const
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number]

/** The tab the address names; whatever makes no sense there is the first. */
export function chosenTab(text: string | undefined): WorkspaceTab {
  return WORKSPACE_TABS.find((tab) => tab === text) ?? 'overview'
}
