import type { readEngine } from '@podium/contract/calls/system.ts'
import { diskWarning, sizeInWords, spaceInWords } from '@podium/contract/rules/disk-space.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import text from '../../theme/text.module.css'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { resourcesText } from '../runs/components/tier-words.ts'
import styles from './engine.module.css'

type Engine = ReplyOf<typeof readEngine>

interface EngineCardProps {
  query: UseQueryResult<Engine>
}

const WORDS = { loading: 'Loading the engine', failed: 'The state of the engine could not be read' }
const NAMES: Readonly<Record<string, string>> = {
  local: 'this machine',
  slurm: 'Slurm',
  kubernetes: 'Kubernetes',
}

export function engineName(engine: string): string {
  return NAMES[engine] ?? engine
}

/** Lists the engine's problems (limits that it cannot enforce here, a disk that fills up), then its notes. */
export function MissingCard({ query }: EngineCardProps) {
  const { data } = query
  const missing = data && missingIn(data)
  return (
    <Card title="Problems and notes" note={missing && (missing.length || undefined)} flush>
      {queryPlaceholder(query, WORDS, { rows: 3 })}
      {data && (
        <ul className={styles.lines}>
          {missing?.length === 0 && (
            <Line icon={CircleCheck} tone={text.green} sentence="No problems found." />
          )}
          {missing?.map((sentence) => (
            <Line key={sentence} icon={TriangleAlert} tone={text.warn} sentence={sentence} />
          ))}
          {data.notices
            .filter((notice) => !data.gaps.includes(notice))
            .map((sentence) => (
              <Line key={sentence} icon={Info} tone={text.info} sentence={sentence} />
            ))}
        </ul>
      )}
    </Card>
  )
}

function missingIn({ gaps, disk }: Engine): string[] {
  const diskTrouble = disk && diskWarning(disk)
  return diskTrouble ? [diskTrouble, ...gaps] : gaps
}

function Line({ icon, tone, sentence }: { icon: LucideIcon; tone: string | undefined; sentence: string }) {
  return (
    <li>
      <Icon of={icon} className={tone} />
      <span>{sentence}</span>
    </li>
  )
}

/** Shows how much of the engine one run can get. */
export function CapacityCard({ query }: EngineCardProps) {
  const { data } = query
  return (
    <Card title="Capacity" flush>
      {queryPlaceholder(query, WORDS, { rows: 3 })}
      {data && (
        <DefinitionList
          inset
          items={[
            { term: 'A run gets at most', value: resourcesText(data.largest) },
            {
              term: 'Container images',
              value: data.containers ? 'used if a solution names one' : 'not used here',
            },
            ...(data.disk
              ? [
                  { term: 'Disk', value: spaceInWords(data.disk) },
                  { term: 'Disk kept free', value: sizeInWords(data.disk.reserve) },
                ]
              : []),
          ]}
        />
      )}
    </Card>
  )
}
