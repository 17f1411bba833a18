import { readDirectory } from '@podium/contract/directory.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderSearch } from 'lucide-react'
import { q } from '../../api/query.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NewAccountForm } from './form/new-account-form.tsx'

export function Page() {
  const navigate = useNavigate()
  const directory = useQuery(q(readDirectory))
  return (
    <>
      <PageHeader
        title="New Account"
        lead="The account can sign in at once. Give it a workspace afterwards, under Members."
        actions={
          directory.data?.configured && (
            <Button icon={FolderSearch} onClick={() => void navigate(paths.directoryAccounts())}>
              Add from Directory
            </Button>
          )
        }
      />
      <NewAccountForm onLeave={() => void navigate(paths.accounts())} />
    </>
  )
}
