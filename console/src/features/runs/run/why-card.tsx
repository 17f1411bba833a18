import type { RunInfo } from '@podium/contract/runs.ts'
import { CircleX, Clock, type LucideIcon, Square } from 'lucide-react'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { RunChip } from '../components/run-chip.tsx'
import { tierName } from '../components/tier-name.ts'
import { NextStepPart } from './next-step-part.tsx'
import styles from './run-page.module.css'

interface WhyCardProps {
  run: RunInfo
  retry: { busy: boolean; reason: string | undefined; start: () => void }
}

interface Why {
  title: string
  icon: LucideIcon
  tone: string | undefined
}

/** Why the run waits, failed or was stopped: one sentence, its numbers, one next step. */
export function WhyCard({ run, retry }: WhyCardProps) {
  const why = whyOf(run)
  if (!why) return null
  return (
    <Card title={why.title} aside={run.state === 'queued' ? undefined : <RunChip state={run.state} />}>
      <div className={styles.why}>
        <p className={styles.because}>
          <Icon of={why.icon} className={why.tone} />
          <span>{run.detail}</span>
        </p>
        {run.state === 'failed' && <LastLines run={run} />}
        <DefinitionList items={numbersOf(run)} />
        {run.state === 'failed' && <NextStepPart run={run} retry={retry} />}
      </div>
    </Card>
  )
}

function whyOf({ state }: RunInfo): Why | null {
  if (state === 'queued') return { title: 'Why it is waiting', icon: Clock, tone: styles.warn }
  if (state === 'failed') return { title: 'Why it failed', icon: CircleX, tone: styles.crimson }
  if (state === 'stopped') return { title: 'Why it stopped', icon: Square, tone: styles.muted }
  return null
}

/** What it wrote at last, unless the sentence above says all of it. */
function LastLines({ run: { raw, detail } }: { run: RunInfo }) {
  const lines: unknown[] = Array.isArray(raw?.last_lines) ? raw.last_lines : []
  const texts = lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '')
  if (texts.every((text) => detail.includes(text.trim()))) return null
  return (
    <figure className={styles.last}>
      <figcaption>Its last lines</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{texts.slice(-5).join('\n')}</pre>
    </figure>
  )
}

function numbersOf(run: RunInfo): Definition[] {
  const tiers = { term: 'Asked and given', value: `${tierName(run.tier_asked)}, ${given(run)}` }
  if (run.state === 'queued')
    return [
      { term: 'Place in the queue', value: run.queue_place },
      { term: 'Tier', value: given(run) },
    ]
  if (run.state === 'failed')
    return [
      { term: 'Exit code', value: run.exit_code },
      { term: "Engine's words", value: wordsOf(run.raw) },
      tiers,
    ]
  return [tiers]
}

function given({ tier_given, instance_type }: RunInfo): string {
  const tier = tier_given === '' ? "the engine's default" : tierName(tier_given)
  return instance_type === '' ? tier : `${tier} (${instance_type})`
}

/** What the engine kept beside the last lines, as it wrote it. */
function wordsOf(raw: RunInfo['raw']): string | null {
  const rest = Object.entries(raw ?? {}).filter(
    ([name, value]) => !['last_lines', 'exit_code', 'warnings'].includes(name) && value !== null,
  )
  return rest.length === 0 ? null : rest.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')
}
