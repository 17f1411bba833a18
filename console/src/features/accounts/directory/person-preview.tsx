import type { DirectoryUser } from '@podium/contract/directory.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'

/** What of the directory becomes the account. */
export function PersonPreview({ user }: { user: DirectoryUser }) {
  return (
    <Card title={`Preview of ${user.username}`}>
      <DefinitionList
        items={[
          { term: 'ID', value: user.username },
          { term: 'User Name', value: user.display_name },
          { term: 'Email Address', value: user.email },
          { term: 'Company', value: user.company },
          { term: 'Department', value: user.department },
        ]}
      />
    </Card>
  )
}
