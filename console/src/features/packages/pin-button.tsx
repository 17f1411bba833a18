import { pinPackages } from '@podium/contract/calls/run-packages.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { type Registered, readSolution } from '@podium/contract/calls/solutions.ts'
import { unpinnable } from '@podium/contract/python-packages/pinned-requirements.ts'
import { useNavigate } from '@tanstack/react-router'
import { Pin } from 'lucide-react'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import { type Send, useChange } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Packages } from './package-rows.ts'
import styles from './packages.module.css'

/** Registers the solution's next version with the packages of the run pinned. */
export function PinButton({ run, list }: { run: RunInfo; list: Packages }) {
  const navigate = useNavigate()
  const mayNot = useDisabledReason('solution.register')
  const closed = unpinnable(list.packages)
  const { change: pin, isBusy } = useChange<void, Registered>({
    async confirm(_, send) {
      const newest = await newestVersion(run, send)
      return {
        mode: 'create',
        prompt: `Register ${run.solution_name} ${formatVersion(newest + 1)}?`,
        yes: 'Register',
        detail: <Consequences run={run} list={list} newest={newest} />,
      }
    },
    change: (_, send) => send(pinPackages, { params: { id: run.id } }),
    failed: 'The packages were not pinned.',
    tell: ({ name, versions }) => ({
      snackbar: `Registered ${name} ${formatVersion(versions[0]?.version_num ?? 0)}.`,
    }),
    onDone: ({ id, versions }) =>
      navigate(paths.solution(id, { ws: run.workspace_id, version: String(versions[0]?.version_num ?? '') })),
  })
  return (
    <Button
      small
      icon={Pin}
      busy={isBusy}
      disabledReason={
        mayNot ??
        (closed === undefined
          ? undefined
          : `${closed} came from an address with a password, which is not kept. Pin it by hand.`)
      }
      onClick={() => void pin()}
    >
      Pin These
    </Button>
  )
}

async function newestVersion({ solution_id, version_num }: RunInfo, send: Send): Promise<number> {
  const { versions } = await send(readSolution, { params: { id: solution_id } })
  return versions[0]?.version_num ?? version_num
}

interface ConsequencesProps {
  run: RunInfo
  list: Packages
  newest: number
}

function Consequences({ run, list: { file, packages }, newest }: ConsequencesProps) {
  return (
    <ul className={styles.consequences}>
      <li>
        It has the source of {formatVersion(run.version_num)}, with a requirements.txt of{' '}
        {countOf(packages.length, 'pinned line')}.
      </li>
      {newest !== run.version_num && (
        <li>What changed since, up to {formatVersion(newest)}, is not in it.</li>
      )}
      {file === 'requirements.txt' ? (
        <li>
          The lines of the requirements.txt before are replaced. Those that name indexes stay, such as
          --index-url.
        </li>
      ) : (
        <li>{file} stays as it is. From then on requirements.txt comes first.</li>
      )}
      <li>Instances stay with their version until they are edited.</li>
    </ul>
  )
}
