import type { InstanceDetail } from '@podium/contract/instances.ts'
import { limits } from '@podium/contract/rules.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import layout from '../../../theme/layout.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { COUPLED, DECOUPLED } from '../components/coupling-words.ts'
import { draftOf, pipelineForms } from '../form/instance-draft.ts'
import styles from './detail.module.css'
import { ModesCard } from './modes-card.tsx'
import { ParameterCards } from './parameter-cards.tsx'
import { StreamsCard } from './streams-card.tsx'

interface DetailTabProps {
  instance: InstanceDetail
  /** opens the dialog of a stream by its id; 'new' for one to be made */
  onStream: (stream: string) => void
}

export function DetailTab({ instance, onStream }: DetailTabProps) {
  const params = { id: instance.solution_id, n: instance.version_num }
  const version = useQuery(q(readVersion, { params }))
  const forms = version.data ? pipelineForms(draftOf(instance), version.data, instance) : []
  return (
    <div className={layout.columns}>
      <div className={classNames(layout.wide, layout.stack)}>
        <StreamsCard instance={instance} onStream={onStream} />
        <ModesCard instance={instance} forms={forms} />
        <ParameterCards forms={forms} />
      </div>
      <aside aria-label="About this instance" className={classNames(layout.narrow, layout.stack)}>
        <Card title="Tags" note={`${instance.tags.length} of ${limits.tags}`}>
          {instance.tags.length === 0 ? (
            <p className={styles.quiet}>No tags.</p>
          ) : (
            <div className={styles.tags}>
              {instance.tags.map(({ key, value }) => (
                <Tag key={key} name={key}>
                  {value}
                </Tag>
              ))}
            </div>
          )}
        </Card>
        <Card title={instance.coupled ? 'Coupled' : 'Decoupled'}>
          <p>{instance.coupled ? COUPLED : DECOUPLED}</p>
        </Card>
        <Card title="Instance" flush>
          <div className={styles.facts}>
            <DefinitionList
              items={[
                { term: 'Version', value: formatVersion(instance.version_num) },
                { term: 'Streams', value: formatNumber(instance.stream_count) },
                { term: 'Runs', value: formatNumber(instance.run_count) },
                {
                  term: 'Instance ID',
                  value: (
                    <span className={styles.id}>
                      <code>{instance.id}</code> <CopyButton text={instance.id} label="Copy instance ID" />
                    </span>
                  ),
                },
              ]}
            />
          </div>
        </Card>
      </aside>
    </div>
  )
}
