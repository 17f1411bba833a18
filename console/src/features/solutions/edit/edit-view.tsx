import { Link, useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Upload, WandSparkles } from 'lucide-react'
import { Suspense, useMemo, useRef } from 'react'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-saved-form.ts'
import layout from '../../../theme/layout.module.css'
import { Button, type ButtonProps } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { countChanges, diffLines } from '../../../ui/code/diff-lines.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { useSnackbar } from '../../../ui/feedback/snackbar.tsx'
import { FormFrame, SaveBar } from '../../../ui/form/form-frame.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { Tabs } from '../../../ui/menu/tabs.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { checkEdited } from '../checks/metadata-checks.ts'
import { useHost } from '../checks/use-host.ts'
import { inForm, readMetadataFile, sizeOf } from '../metadata-text.ts'
import styles from './edit.module.css'
import { ChecksCard, PreviewCard } from './edit-cards.tsx'
import { type EditOptions, useMetadataEdit } from './use-metadata-edit.ts'

const ChangesTab = lazyPart(async () => (await import('./changes-tab.tsx')).ChangesTab)
const OtherEditNote = lazyPart(async () => (await import('./changes-tab.tsx')).OtherEditNote)

/** The newest metadata in an editor, with its checks beside it and the buttons that save it. */
export function EditView({ solution, version, onFollow }: Omit<EditOptions, 'onSaved'>) {
  const { id, name, workspace_id: ws } = solution
  const { search, change } = useAddress()
  const navigate = useNavigate()
  const area = useRef<HTMLTextAreaElement>(null)
  const host = useHost()
  const leave = () => void navigate(paths.solution(id, { ws }))
  const edit = useMetadataEdit({ solution, version, onSaved: leave, onFollow })
  const { text, setText, isTyped, gone } = edit
  const { checks, problems, metadata } = useMemo(() => checkEdited(text, name, host), [text, name, host])
  const changes = useMemo(() => countChanges(diffLines(edit.before, inForm(text))), [edit.before, text])
  const figures = `+${changes.added} −${changes.removed}`
  const faults = checks.filter(({ verdict }) => verdict === 'wrong').length
  const faultWords =
    faults > 0 ? `${countOf(faults, 'error keeps', 'errors keep')} it from being saved.` : undefined
  const forbidden = useDisabledReason('solution.edit')
  const disabledReason = gone ?? forbidden ?? (isTyped ? faultWords : 'No changes yet.')

  function submit(isAgreed = false) {
    if (metadata && disabledReason === undefined) void edit.submit({ metadata, figures }, isAgreed)
  }
  useRepeat(edit.form, `Save the metadata of ${edit.label}`, () => submit(true))

  return (
    <div className={layout.stack}>
      {gone !== undefined && (
        <Note tone="bad" title={gone}>
          Your text is still here, so you can copy it.
          <div className={layout.wrap}>
            <CopyButton text={text} label="Copy text" worded />
            <Link {...paths.solutions({ ws })}>All solutions</Link>
          </div>
        </Note>
      )}
      {version.in_use && gone === undefined && (
        <Note tone="info" live>
          {`Version ${version.version_num} is in use, so your changes are saved as the next version.`}
        </Note>
      )}
      {edit.otherEdit && (
        <Suspense>
          <OtherEditNote {...edit.otherEdit} />
        </Suspense>
      )}
      <div className={layout.columns}>
        <div className={classNames(layout.wide, styles.editor)}>
          <FormFrame label="Metadata" onSubmit={submit}>
            <Tabs
              label="View"
              inCard
              value={search.tab === 'changes' ? 'changes' : 'metadata'}
              onChange={(tab) => change({ tab: tab === 'metadata' ? undefined : tab }, { replace: true })}
              trailing={<EditTools text={text} onChange={setText} />}
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
                      <ChangesTab solution={solution} newest={version.version_num} text={text} />
                    </Suspense>
                  ),
                },
              ]}
            />
            <SaveBar note={gone ?? [disabledReason, `${sizeOf(text)}.`].filter(Boolean).join(' ')}>
              <Button onClick={leave}>Cancel</Button>
              <Button kind="primary" type="submit" busy={edit.isBusy} disabledReason={disabledReason}>
                {version.in_use ? 'Register New Version' : 'Save'}
              </Button>
            </SaveBar>
          </FormFrame>
        </div>
        <div className={classNames(layout.narrow, layout.stack, styles.side)}>
          <ChecksCard checks={checks} problems={problems} area={area} />
          <PreviewCard metadata={metadata} />
        </div>
      </div>
    </div>
  )
}

/** Tools for the whole text: format it, or replace it with a file. */
function EditTools({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { showSnackbar } = useSnackbar()
  const formed = inForm(text)

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readMetadataFile(file)
    if ('refused' in read) return showSnackbar(read.refused, { tone: 'bad' })
    onChange(read.text)
    showSnackbar(`${file.name} replaces the text.`, {
      action: { label: 'Undo', onPress: () => onChange(text) },
    })
  }

  return (
    <>
      <Tool
        icon={WandSparkles}
        label="Format"
        disabledReason={formed === text ? 'There is nothing to format.' : undefined}
        onClick={() => onChange(formed)}
      />
      <Tool icon={Upload} label="Upload" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Upload a file"
        accept=".json,application/json"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // Lets the same file be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

interface ToolProps extends Pick<ButtonProps, 'disabledReason' | 'onClick'> {
  icon: LucideIcon
  label: string
}

/** Shows the icon only on a phone. */
function Tool({ label, ...press }: ToolProps) {
  if (useIsPhone()) return <IconButton label={label} {...press} />
  return (
    <Button small kind="ghost" {...press}>
      {label}
    </Button>
  )
}
