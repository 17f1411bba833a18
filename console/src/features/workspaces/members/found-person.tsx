import { UserPlus } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { PersonItem } from '../components/person.tsx'
import { changeFor, type Draft, type DraftPerson } from './member-draft.ts'

interface FoundPersonProps {
  person: DraftPerson
  /** what else is known, to tell two of one name apart */
  facts: readonly string[]
  draft: Draft
  onAdd: (person: DraftPerson) => void
}

export function FoundPerson({ person, facts, draft, onAdd }: FoundPersonProps) {
  const { id, username, display_name } = person
  return (
    <PersonItem name={username} sub={[display_name, ...facts].filter((fact) => fact !== '').join(', ')}>
      <Button
        small
        icon={UserPlus}
        aria-label={`Add ${username}`}
        reason={changeFor(draft, id) ? 'Added below, saved with Save.' : undefined}
        onClick={() => onAdd(person)}
      >
        Add
      </Button>
    </PersonItem>
  )
}
