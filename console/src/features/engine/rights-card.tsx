import type { EngineRight, readEngineRights } from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import styles from './engine.module.css'

type Rights = ReplyOf<typeof readEngineRights>

interface RightsCardProps {
  query: UseQueryResult<Rights>
  /** the service that grants the rights: 'Kubernetes' */
  service: string
}

/** Lists the rights that the engine has, and how to grant the missing ones. Not shown if it needs none. */
export function RightsCard({ query, service }: RightsCardProps) {
  const { data, isFetching, refetch } = query
  if (!query.error && !data?.rights) return null
  const rights = data?.rights ?? []
  return (
    <Card
      title="Rights"
      note={query.error ? undefined : data && noteOf(rights)}
      trailing={
        <Button small busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      }
      flush
    >
      {queryPlaceholder(query, 'the rights') ?? (
        <>
          <div className={styles.outcome}>
            <Outcome rights={rights} service={service} />
          </div>
          <DataTable<EngineRight>
            name="Rights"
            columns={rightColumns}
            rows={rights.toSorted(byTrouble)}
            rowId={({ purpose }) => purpose}
            rowName={({ purpose }) => purpose}
            tall
            bare
          />
          {data?.remedy && <Remedy {...data.remedy} service={service} />}
        </>
      )}
    </Card>
  )
}

const isNeeded = ({ without }: EngineRight) => without === null

/** Sorts missing rights before the others, beginning with the ones that runs cannot do without. */
function byTrouble(one: EngineRight, other: EngineRight): number {
  const rank = (right: EngineRight) => (isGiven(right) ? 2 : isNeeded(right) ? 0 : 1)
  return rank(one) - rank(other)
}

function noteOf(rights: EngineRight[]): string {
  const missing = rights.filter((right) => !isGiven(right))
  return missing.length === 0 ? 'all allowed' : `${missing.length} of ${rights.length} missing`
}

function Outcome({ rights, service }: { rights: EngineRight[]; service: string }) {
  const missing = rights.filter((right) => !isGiven(right))
  const tone = missing.length === 0 ? 'good' : missing.some(isNeeded) ? 'bad' : 'warn'
  const sentences = {
    good: `${service} grants Podium every right it needs.`,
    warn: 'Runs work without the missing rights. The table says what does not work.',
    bad: 'Runs do not work until the missing rights are granted.',
  }
  return (
    <Note tone={tone} live>
      {sentences[tone]}
    </Note>
  )
}

interface RemedyProps {
  file: string
  content: string
  command: string
  service: string
}

function Remedy({ file, content, command, service }: RemedyProps) {
  return (
    <div className={styles.remedy}>
      <h3>Grant the missing rights</h3>
      <p className={text.small}>
        An administrator of {service} saves this as <Mono>{file}</Mono> and applies it. It grants the missing
        rights and nothing else.
      </p>
      <div className={layout.surface}>
        <CodeBlock label={file} code={content} copy />
      </div>
      <div className={layout.surface}>
        <CodeBlock label="Command" code={command} copy />
      </div>
    </div>
  )
}

const rightColumns: readonly Column<EngineRight>[] = [
  { id: 'purpose', header: 'Purpose', cell: ({ purpose }) => <span className={text.strong}>{purpose}</span> },
  { id: 'state', header: 'State', cell: (right) => <RightState of={right} /> },
  { id: 'asks', header: 'Permission', cell: (right) => <Asks of={right} /> },
  { id: 'place', header: 'Where', cell: ({ place }) => place },
]

function isGiven({ asks }: EngineRight): boolean {
  return asks.every(({ is_allowed }) => is_allowed)
}

function RightState({ of: right }: { of: EngineRight }) {
  if (isGiven(right)) return <Chip tone="good">allowed</Chip>
  const { without } = right
  return (
    <span>
      <Chip tone={without === null ? 'bad' : 'warn'}>missing</Chip>
      <span className={text.sub}>{without ?? 'Without it runs do not work.'}</span>
    </span>
  )
}

/** Lists the rights in the words of the service that grants them, and marks the missing ones. */
function Asks({ of: { asks } }: { of: EngineRight }) {
  return (
    <ul className={styles.asks}>
      {asks.map(({ name, is_allowed }) => (
        <li key={name} className={text.mono}>
          <span translate="no">{name}</span>
          {!is_allowed && <span className={text.crimson}> missing</span>}
        </li>
      ))}
    </ul>
  )
}
