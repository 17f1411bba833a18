import { listRunViews } from '@podium/contract/calls/run-list.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Check, Plus, Settings2, Users } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { paths } from '../../../navigation/paths.ts'
import { parseSearch } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { lazyDialog } from '../../../ui/lazy/lazy.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { InferenceView } from '../../runs/components/inference-view.ts'
import { isSameView, type RunView, seenBy, viewAddress } from './run-view.ts'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)
const ManageViewsDialog = lazyDialog(
  async () => (await import('./manage-views-dialog.tsx')).ManageViewsDialog,
)

/** The menu of saved views: opens one, saves the current list as another, and opens the dialog that manages them. */
export function ViewsMenu({ view }: { view: InferenceView }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const search = { ...useAddress().search, view }
  const { data } = useQuery(q(listRunViews, { query: { workspace_id: ws } }))
  const [shown, setShown] = useState<'new' | 'all' | RunView>()
  const views = data?.views ?? []
  const current = views.find(({ address }) => isSameView(address, search))
  const close = () => setShown(undefined)

  return (
    <>
      <Menu
        trigger={
          <Button small icon={Bookmark}>
            Views{current && `: ${current.name}`}
          </Button>
        }
        items={[
          ...views.map((one) => ({
            label: one.name,
            note: seenBy(one),
            icon: one === current ? Check : one.own ? Bookmark : Users,
            current: one === current,
            onSelect: () => void navigate(paths.models({ view: 'runs', ...parseSearch(one.address), ws })),
          })),
          ...(views.length > 0 ? (['divider'] as const) : []),
          { label: 'Save this view…', icon: Plus, onSelect: () => setShown('new') },
          {
            label: 'Manage views…',
            icon: Settings2,
            disabledReason: views.length === 0 ? 'No view is saved yet.' : undefined,
            onSelect: () => setShown('all'),
          },
        ]}
      />
      {shown === 'all' && <ManageViewsDialog views={views} onEdit={setShown} onClose={close} />}
      {shown === 'new' && <ViewDialog address={viewAddress(search)} views={views} onClose={close} />}
      {typeof shown === 'object' && (
        <ViewDialog edited={shown} address={shown.address} views={views} onClose={() => setShown('all')} />
      )}
    </>
  )
}
