import { emptyTrash, restoreTrash, type TrashedRun } from '@podium/contract/calls/retention.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import { type Message, useChange } from '../../record/use-change.ts'

/** The runs of the trash to change: some, or all of them, with their number and size from the list. */
export interface Chosen {
  runs: readonly TrashedRun[]
  /** when the list was read; runs that came into the trash later are not removed */
  as_of: string | undefined
  all?: { total: number; bytes: number }
}

/** Restores runs from the trash, or removes them before their time. */
export function useTrashChanges(id: string) {
  const { change: restore } = useChange<Chosen, ReplyOf<typeof restoreTrash>>({
    confirm: (chosen) => {
      const { name, many } = namesOf(chosen)
      if (!many) return 'agreed'
      return {
        mode: 'edit',
        prompt: `Restore ${name}?`,
        yes: 'Restore',
        detail: 'Their files are back at once, and the rules never move them to the trash again.',
      }
    },
    change: (chosen, send) => send(restoreTrash, { params: { id }, body: bodyOf(chosen) }),
    tell: ({ done, failed }, chosen) =>
      messageOf(
        `${chosen.runs.length === 1 ? namesOf(chosen).name : countOf(done, 'run')} restored.`,
        failed,
        chosen,
      ),
    failed: 'Nothing was restored.',
  })
  const { change: remove } = useChange<Chosen, ReplyOf<typeof emptyTrash>>({
    confirm: (chosen) => {
      const { name, bytes } = namesOf(chosen)
      return {
        mode: 'delete',
        prompt: `Remove the files of ${name}?`,
        yes: 'Remove',
        detail: `This frees ${formatFileSize(bytes)} and cannot be undone. The runs stay, with their parameters and figures.`,
      }
    },
    change: (chosen, send) =>
      send(emptyTrash, { params: { id }, body: { ...bodyOf(chosen), as_of: chosen.as_of } }),
    tell: ({ done, bytes, failed }, chosen) =>
      messageOf(
        `The files of ${countOf(done, 'run')} are removed, which frees ${formatFileSize(bytes)}.`,
        failed,
        chosen,
      ),
    failed: 'Nothing was removed.',
  })
  return { restore, remove }
}

function bodyOf({ runs, all }: Chosen) {
  return all ? {} : { ids: runs.map(({ run_id }) => run_id) }
}

export function bytesOf({ logs_bytes, artifacts_bytes }: Pick<TrashedRun, 'logs_bytes' | 'artifacts_bytes'>) {
  return logs_bytes + artifacts_bytes
}

function namesOf({ runs, all }: Chosen) {
  if (all) return { name: `all ${countOf(all.total, 'run')}`, many: true, bytes: all.bytes }
  const [first] = runs
  const bytes = runs.reduce((sum, run) => sum + bytesOf(run), 0)
  return first && runs.length === 1
    ? { name: first.run_name, many: false, bytes }
    : { name: countOf(runs.length, 'run'), many: true, bytes }
}

/** Says what was done, and why the others failed. */
function messageOf(done: string, failed: ReplyOf<typeof restoreTrash>['failed'], { runs }: Chosen): Message {
  if (failed.length === 0) return { snackbar: done }
  const nameOf = (id: string) => runs.find(({ run_id }) => run_id === id)?.run_name ?? id
  return {
    alert: 'error',
    text: done,
    detail: (
      <>
        {countOf(failed.length, 'run')} could not be:
        <ul>
          {failed.map(({ id, detail }) => (
            <li key={id}>
              {nameOf(id)}: {detail}
            </li>
          ))}
        </ul>
      </>
    ),
  }
}
