import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { type WorkspaceDetail, workspaceDetails } from '@podium/contract/rules/workspace-fields.ts'
import type { ComponentProps, ReactNode } from 'react'
import text from '../../../theme/text.module.css'
import type { TextField } from '../../../ui/form/text-field.tsx'
import { CellText } from '../../../ui/table/cell-text.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { HelpTip } from '../../../ui/tooltip/tooltip.tsx'

/** The attributes of its input, its value on the page of the workspace, and its column in the list, if it has one. */
interface DetailView {
  input: Partial<ComponentProps<typeof TextField>>
  fact: (value: string) => ReactNode
  column: Pick<Column<Workspace>, 'sortable' | 'onPhone' | 'onlyWide' | 'width'> | null
}

/** Attributes of a field for a name that must be typed exactly. */
export const TYPED_AS_IS = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** How the form, the page and the list show each detail of a workspace. */
export const DETAIL_VIEWS: Record<WorkspaceDetail, DetailView> = {
  s3_bucket_name: {
    input: { ...TYPED_AS_IS, mono: true },
    fact: asCode,
    column: { sortable: true, onPhone: 'hidden', width: 'auto' },
  },
  dashboard_hash: {
    input: { ...TYPED_AS_IS, mono: true },
    fact: asCode,
    column: { onPhone: 'hidden', onlyWide: true, width: '12%' },
  },
  edge_conductor_url: {
    input: {
      mark: 'optional',
      tip: <HelpTip of="Edge Conductor URL">The Edge Conductor URL can be entered later.</HelpTip>,
      type: 'url',
      inputMode: 'url',
      placeholder: 'https://',
    },
    fact: (url) => (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    ),
    column: null,
  },
}

export const DETAILS = Object.keys(workspaceDetails) as WorkspaceDetail[]

export const detailColumns = DETAILS.flatMap((id): Column<Workspace>[] => {
  const { column, input } = DETAIL_VIEWS[id]
  const cell = (row: Workspace) => <CellText mono={input.mono} of={row[id]} />
  return column ? [{ id, header: workspaceDetails[id].label, cell, ...column }] : []
})

function asCode(value: string) {
  return (
    <span translate="no" className={text.mono}>
      {value}
    </span>
  )
}
