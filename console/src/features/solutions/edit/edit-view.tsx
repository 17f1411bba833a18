import { limits } from '@podium/contract/rules.ts'
import type { Solution, VersionDetail } from '@podium/contract/solutions.ts'
import { readEngine } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useRef } from 'react'
import { q } from '../../../api/query.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { countChanges, diffLines } from '../../../ui/code/diff-lines.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { latePart } from '../../../ui/lazy/late-part.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { useRegister } from '../register/use-register.tsx'
import { ChecksCard } from './checks-card.tsx'
import styles from './edit.module.css'
import { checkEdited } from './edit-checks.ts'
import { type Compared, comparedOf, tabOf } from './edit-search.ts'
import { EditTools } from './edit-tools.tsx'
import { GoneNote } from './gone-note.tsx'
import { inForm } from './metadata-text.ts'
import { PreviewCard } from './preview-card.tsx'
import { useEdit } from './use-edit.ts'
import { type Base, useMetadataDraft } from './use-metadata-draft.ts'

const ChangesTab = latePart(async () => (await import('./changes-tab.tsx')).ChangesTab)
const TheirsNote = latePart(async () => (await import('./theirs-note.tsx')).TheirsNote)

interface EditViewProps {
  solution: Solution
  /** the one that is edited */
  version: VersionDetail
  /** The text is based on that version from now on. */
  onFollow: (version: number) => void
}

/** The newest metadata in an editor, what is wrong with it beside it, and what a save would do. */
export function EditView({ solution, version, onFollow }: EditViewProps) {
  const { id, name, workspace_id: ws } = solution
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const area = useRef<HTMLTextAreaElement>(null)
  const containers = useQuery(q(readEngine)).data?.containers ?? true
  const whyNot = useWhyNot('solution.edit')
  const { base, setBase, text, setText, isTyped, leaveFreely } = useMetadataDraft(solution, version)
  const { checks, problems, metadata } = useMemo(
    () => checkEdited(text, { name }, containers),
    [text, name, containers],
  )
  const changes = useMemo(() => countChanges(diffLines(base.text, inForm(text))), [base, text])
  const figures = `+${changes.added} −${changes.removed}`
  const edit = useEdit({ solution, base, isTyped, onSaved: leave, onStale: follow })
  const registration = useRegister(leave, edit.sayGone)
  const label = `${name} ${formatVersion(base.version_num)}`
  const faults = checks.filter(({ verdict }) => verdict === 'wrong').length

  function leave() {
    leaveFreely()
    void navigate(paths.solution(id, { ws }))
  }

  function follow(now: Base) {
    if (!isTyped) setText(now.text)
    setBase(now)
    onFollow(now.version_num)
  }

  function show(part: Record<string, string | undefined>) {
    void navigate({ to: '.', search: { ...search, ...part } as never, replace: true, resetScroll: false })
  }

  function compare({ from, to }: Compared) {
    show({ from: String(from), to: to === null ? undefined : String(to) })
  }

  function submit() {
    if (metadata === null) return
    if (!version.in_use) return void edit.submit(metadata, `${label}: ${figures} lines`)
    const next = `the next version of ${name}`
    void registration.save({ send: { metadata }, path: '', solutionId: id, label: next })
  }

  const reason = edit.gone ?? whyNot ?? whyNotSave({ isTyped, faults })
  useRepeat(`Edit metadata ${id}`, `Save the metadata of ${label}`, () => reason === undefined && submit())
  return (
    <div className={layout.stack}>
      {edit.gone !== undefined && <GoneNote sentence={edit.gone} workspace={ws} text={text} />}
      {version.in_use && edit.gone === undefined && (
        <Note tone="warn" live title={`Version ${version.version_num} is in use: register a new version.`}>
          Your text becomes the next version, and {formatVersion(version.version_num)} stays as it is.
        </Note>
      )}
      {edit.theirs && (
        <Suspense>
          <TheirsNote theirs={edit.theirs} />
        </Suspense>
      )}
      <div className={layout.columns}>
        <form
          aria-label="Metadata"
          noValidate
          className={classNames(layout.wide, styles.editor)}
          onSubmit={(event) => {
            event.preventDefault()
            if (reason === undefined) submit()
          }}
        >
          <Tabs
            label="View"
            inCard
            value={tabOf(search)}
            onChange={(tab) => show({ tab: tab === 'metadata' ? undefined : tab })}
            aside={<EditTools text={text} onChange={setText} />}
            tabs={[
              {
                value: 'metadata',
                label: 'Metadata',
                panel: (
                  <CodeEditor
                    ref={area}
                    label="metadata.json"
                    value={text}
                    onChange={setText}
                    problems={problems}
                  />
                ),
              },
              {
                value: 'changes',
                label: 'Changes',
                count: isTyped ? figures : undefined,
                panel: (
                  <Suspense>
                    <ChangesTab
                      solution={solution}
                      text={text}
                      compared={comparedOf(search, version.version_num)}
                      onCompare={compare}
                    />
                  </Suspense>
                ),
              },
            ]}
          />
          <SaveBar note={edit.gone ?? noteOf(text, faults)}>
            <Button onClick={() => void navigate(paths.solution(id, { ws }))}>Cancel</Button>
            <Button kind="primary" type="submit" busy={edit.isBusy || registration.isBusy} reason={reason}>
              {version.in_use ? 'Register new version' : 'Save'}
            </Button>
          </SaveBar>
        </form>
        <div className={classNames(layout.narrow, layout.stack)}>
          <ChecksCard
            checks={checks}
            problems={problems}
            area={area}
            onShow={() => show({ tab: undefined })}
          />
          <PreviewCard metadata={metadata} />
        </div>
      </div>
    </div>
  )
}

function whyNotSave({ isTyped, faults }: { isTyped: boolean; faults: number }): string | undefined {
  if (!isTyped) return 'Nothing is changed yet.'
  return faults > 0 ? `${countOf(faults, 'error keeps', 'errors keep')} it from being saved.` : undefined
}

function noteOf(text: string, faults: number): string {
  const size = formatFileSize(new TextEncoder().encode(text).length)
  const amount = `${size} of ${formatFileSize(limits.metadata_bytes)}.`
  return faults === 0
    ? amount
    : `${amount} ${countOf(faults, 'error keeps', 'errors keep')} it from being saved.`
}
