import {
  type DataSet,
  type DataSetVersionInfo,
  readDataSet,
  readDataSetVersion,
} from '@podium/contract/calls/data-sets.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Upload } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress, useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useDeletion } from '../../record/use-deletion.tsx'
import { useDisabledReason, useDisabledReasonFor } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Code } from '../../ui/text/mono.tsx'
import { dataSetTarget, runWith, versionTarget } from './components/data-set-targets.ts'
import styles from './components/data-sets.module.css'
import { EditCard } from './components/edit-card.tsx'
import { FilesCard } from './components/files-card.tsx'
import { UploadCard } from './components/upload-card.tsx'
import { ChangesCard, UsesCard } from './components/version-cards.tsx'
import { VersionsCard } from './components/versions-card.tsx'

const dataSetQuery = (id: string) => q(readDataSet, { params: { id } })

export const load = ({ queries, params }: PageContext) => queries.prefetchQuery(dataSetQuery(params.id ?? ''))

export function Page() {
  const id = useRecordId()
  const { id: ws } = useWorkspace()
  return (
    <RecordPage
      query={useQuery(dataSetQuery(id))}
      title="Data set"
      noun="data set"
      name={({ name }) => name}
      back={{ target: paths.dataSets({ ws }), label: 'Back to Data sets' }}
    >
      {(dataSet) => <DataSetView key={id} dataSet={dataSet} />}
    </RecordPage>
  )
}

/** Shows one version of the data set: the one in the address, else the newest. */
function DataSetView({ dataSet }: { dataSet: DataSet }) {
  const { search } = useAddress()
  const n = Number(search.version?.replace(/^v/, '')) || dataSet.version
  const [isUploading, setUploading] = useState(dataSet.version === null)
  const [isEditing, setEditing] = useState(false)
  const params = { id: dataSet.id, n: n ?? 0 }
  const query = useQuery({ ...q(readDataSetVersion, { params }), enabled: n !== null })
  const version = n === null ? undefined : query.data
  return (
    <>
      <DataSetHead
        dataSet={dataSet}
        version={version}
        onEdit={() => setEditing(true)}
        onUpload={() => setUploading(true)}
      />
      <div className={layout.columns}>
        <div className={styles.facts}>
          <DataSetFacts dataSet={dataSet} />
        </div>
        <div className={classNames(layout.wide, layout.stack)}>
          {isEditing && <EditCard dataSet={dataSet} onClose={() => setEditing(false)} />}
          {(isUploading || n === null) && (
            <UploadCard key={dataSet.versions} dataSet={dataSet} onClose={() => setUploading(false)} />
          )}
          {n !== null && !version && queryPlaceholder(query, 'the version', { rows: 5 })}
          {version && <FilesCard key={version.version} dataSet={dataSet} version={version} />}
          {version && <UsesCard version={version} />}
        </div>
        <aside aria-label="About this data set" className={classNames(layout.narrow, layout.stack)}>
          {n !== null && <VersionsCard dataSet={dataSet} shown={n} />}
          {version?.changes && <ChangesCard dataSet={dataSet} version={version} />}
        </aside>
      </div>
    </>
  )
}

interface HeadProps {
  dataSet: DataSet
  version: DataSetVersionInfo | undefined
  onEdit: () => void
  onUpload: () => void
}

function DataSetHead({ dataSet, version, onEdit, onUpload }: HeadProps) {
  const { name, note, workspace_id: ws } = dataSet
  const navigate = useNavigate()
  const { change } = useAddress()
  const writeReason = useDisabledReason('data-set.write')
  const runReason = useDisabledReason('run.start')
  const deleteReason = useDisabledReasonFor()('data-set.delete', dataSet.created_by)
  const { remove: removeSet } = useDeletion('data set')
  const { remove: removeVersion } = useDeletion('version')
  const removal = { removes: true, disabledReason: deleteReason } as const
  return (
    <PageHeader
      title={name}
      beside={version && <Tag>{formatVersion(version.version)}</Tag>}
      lead={note || (dataSet.version === null ? 'It has no version yet.' : undefined)}
      actions={
        <>
          <Button icon={Upload} disabledReason={writeReason} onClick={onUpload}>
            New Version
          </Button>
          <MoreMenu
            label={`More for ${name}`}
            outline
            items={[
              { label: 'Edit', icon: Pencil, disabledReason: writeReason, onSelect: onEdit },
              'divider',
              ...(version
                ? [
                    {
                      ...removal,
                      label: `Delete ${formatVersion(version.version)}`,
                      onSelect: () =>
                        void removeVersion({
                          ...versionTarget(dataSet, version.version),
                          leave: () => change({ version: undefined, file: undefined }, { replace: true }),
                        }),
                    },
                  ]
                : []),
              {
                ...removal,
                label: 'Delete data set',
                onSelect: () =>
                  void removeSet({
                    ...dataSetTarget(dataSet),
                    leave: () => navigate({ ...paths.dataSets({ ws }), replace: true }),
                  }),
              },
            ]}
          />
          {version && (
            <Button
              kind="primary"
              icon={Play}
              disabledReason={runReason}
              onClick={() => void navigate(runWith(dataSet, version.version, ws))}
            >
              New Run with {formatVersion(version.version)}
            </Button>
          )}
        </>
      }
    />
  )
}

/** The data set's address, its path in a run, and who made it. */
function DataSetFacts({ dataSet: { name, runs, created_by, created_at } }: { dataSet: DataSet }) {
  return (
    <FactStrip>
      <Fact term="Address">
        <Code>{dataSetAddress(name, null)}</Code>
      </Fact>
      <Fact term="Path in a run">
        <Code>$PODIUM_DATA_DIR</Code>
      </Fact>
      <Fact term="Runs, all versions">{formatNumber(runs)}</Fact>
      <Fact term="Created">
        <Moment at={created_at} />, {created_by}
      </Fact>
    </FactStrip>
  )
}
