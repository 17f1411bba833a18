import type { AccessToken } from '@podium/contract/sign-in.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { scopeWords } from './token-form.ts'

export function tokenColumns(onRevoke: (token: AccessToken) => void): readonly Column<AccessToken>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ name }) => <RowName>{name}</RowName> },
    { id: 'scope', header: 'May do', cell: ({ scope }) => scopeWords[scope].label },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => <Chip tone={state === 'active' ? 'good' : 'quiet'}>{state}</Chip>,
    },
    {
      id: 'created_at',
      header: 'Made',
      hiddenOnPhone: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    { id: 'last_used_at', header: 'Last used', cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    { id: 'expires_at', header: 'Expires', cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      id: 'revoke',
      header: 'Actions',
      numeric: true,
      cell: (token) =>
        token.state === 'active' ? (
          <Button small aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ) : (
          NOTHING
        ),
    },
  ]
}
