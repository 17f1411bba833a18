import { listCandidates } from '@podium/contract/accounts.ts'
import type { WorkspaceRole } from '@podium/contract/permissions.ts'
import { limits } from '@podium/contract/rules.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SearchField } from '../../../ui/table/search-field.tsx'
import styles from './add-people-card.module.css'
import { DirectorySearch } from './directory-search.tsx'
import { FoundPerson } from './found-person.tsx'
import { type Draft, type DraftPerson, roleOf, roleOptions, withAdded } from './member-draft.ts'
import type { Credentials } from './use-save-members.tsx'

interface AddPeopleCardProps {
  workspace: Workspace
  draft: Draft
  onDraft: (draft: Draft) => void
  credentials: Credentials | undefined
  onCredentials: (credentials: Credentials) => void
}

const SHOWN = 10
const WORDS = { loading: 'Looking for accounts', failed: 'The accounts could not be searched' }

/** Finds people who are not members yet: accounts first, then the directory. */
export function AddPeopleCard({ workspace, draft, onDraft, credentials, onCredentials }: AddPeopleCardProps) {
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<WorkspaceRole>('MEMBER')
  const searched = useDeferredValue(typed.trim())
  const isEnough = searched.length >= limits.candidate_search
  const query = useQuery({
    ...q(listCandidates, {
      query: { exclude_wsid: workspace.id, q: searched, page_size: SHOWN, sort: 'username' },
    }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const add = (person: DraftPerson) => onDraft(withAdded(draft, person, role))

  return (
    <Card title="Add people" flush>
      <div className={styles.search}>
        <SearchField
          label="Find accounts"
          placeholder="ID, name or email, two letters at least"
          value={typed}
          onChange={setTyped}
        />
        <SelectField
          label="Add as"
          value={role}
          options={roleOptions}
          onChange={(event) => setRole(roleOf(event.currentTarget.value))}
        />
      </div>
      {isEnough && (
        <div className={styles.found}>
          {insteadOf(query, WORDS, { rows: 2, tall: true })}
          {query.data && <Candidates found={query.data} searched={searched} draft={draft} onAdd={add} />}
          <DirectorySearch
            workspace={workspace}
            text={searched}
            draft={draft}
            credentials={credentials}
            onCredentials={onCredentials}
            onAdd={add}
          />
        </div>
      )}
    </Card>
  )
}

interface CandidatesProps {
  found: ReplyOf<typeof listCandidates>
  searched: string
  draft: Draft
  onAdd: (person: DraftPerson) => void
}

function Candidates({ found: { accounts, total }, searched, draft, onAdd }: CandidatesProps) {
  if (accounts.length === 0)
    return (
      <p className={classNames(styles.note, text.small, text.muted)}>
        No account outside the workspace matches “{searched}”.
      </p>
    )
  const more = total - accounts.length
  return (
    <>
      <ul aria-label="Accounts found">
        {accounts.map(({ id, username, display_name, email, company }) => (
          <FoundPerson
            key={id}
            person={{ id, username, display_name }}
            facts={[email, company]}
            draft={draft}
            onAdd={onAdd}
          />
        ))}
      </ul>
      {more > 0 && (
        <p className={classNames(styles.note, text.small, text.muted)}>
          {countOf(more, 'more account', 'more accounts')}: type more letters.
        </p>
      )}
    </>
  )
}
