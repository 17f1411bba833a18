import { type RunInfo, readMonitoring } from '@podium/contract/calls/runs.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { configurationOf } from '@podium/contract/rules/run-configuration.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../ui/layout/definition-list.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Code } from '../../ui/text/mono.tsx'
import { RecordId } from '../../ui/text/record-id.tsx'
import { useAlert } from '../../ui/use-alert.ts'
import { dataName } from '../runs/components/data-name.ts'
import { shownParameters, shownValue } from '../runs/components/parameter-text.ts'
import { allocatedTier, tierName } from '../runs/components/tier-name.ts'
import { resourcesText } from '../runs/components/tier-words.ts'
import { OtherRun } from './other-run.tsx'
import styles from './run-page.module.css'

/** Lists the parameters of the run, and marks the ones that differ from the version's own values. */
export function ParametersCard({ run }: { run: RunInfo }) {
  const shown = shownParameters(run)
  const changed = shown.filter(({ was }) => was !== undefined).length
  return (
    <Card
      title="Parameters"
      note={changed > 0 ? `${changed} changed` : undefined}
      trailing={
        shown.length > 0 && <CopyButton text={JSON.stringify(run.parameters, null, 2)} label="Copy" worded />
      }
      flush
    >
      <div translate={shown.length === 0 ? undefined : 'no'} className={layout.inset}>
        {shown.length === 0 ? (
          <p className={text.sub}>This pipeline has no parameters.</p>
        ) : (
          <DefinitionList
            items={shown.map(({ name, value, was }) => ({
              term: name,
              value:
                was === undefined ? (
                  value
                ) : (
                  <>
                    <b>{value}</b>{' '}
                    {was !== '' && <span className={classNames(text.tiny, text.muted)}>(default {was})</span>}
                  </>
                ),
            }))}
          />
        )}
      </div>
    </Card>
  )
}

/** From this many values on, the configuration can be searched. */
const SEARCHED_FROM = 12

/** Lists the configuration that the program wrote to a file; nothing if there is none. */
export function ConfigurationCard({ run }: { run: RunInfo }) {
  const [search, setSearch] = useState('')
  const configuration = configurationOf(run.raw)
  const all = Object.entries(configuration).map(([name, value]) => ({ term: name, value: shownValue(value) }))
  if (all.length === 0) return null
  const words = search.toLowerCase()
  const found = all.filter(({ term, value }) => `${term} ${value}`.toLowerCase().includes(words))
  return (
    <Card
      title="Configuration"
      trailing={<CopyButton text={JSON.stringify(configuration, null, 2)} label="Copy" worded />}
      flush
    >
      <div className={classNames(layout.inset, layout.stackTight)}>
        {all.length >= SEARCHED_FROM && (
          <SearchField
            label="Search the configuration"
            placeholder={`Search ${countOf(all.length, 'value')}`}
            value={search}
            onChange={setSearch}
          />
        )}
        <div translate="no">
          {found.length === 0 ? (
            <p className={text.sub}>Nothing matches.</p>
          ) : (
            <DefinitionList items={found} />
          )}
        </div>
      </div>
    </Card>
  )
}

/** Lists the fixed facts about the run; unknown and usual ones are left out. */
export function FactsCard({ run }: { run: RunInfo }) {
  const { model_from, model_version, retry_of, schedule_id } = run
  const variables = variablesOf(run)
  const record = run.state === 'failed' ? engineRecord(run.raw) : null
  const items: Definition[] = [
    { term: 'Pipeline', value: run.pipeline },
    { term: 'Data set', value: dataName(run.dataset_uri) },
    ...(model_from === null ? [] : [{ term: 'Model', value: <OtherRun id={model_from} asModel /> }]),
    ...(model_version === '' ? [] : [{ term: 'Model version', value: formatVersion(model_version) }]),
    ...(variables.length === 0 ? [] : [{ term: 'Variables', value: <Lines lines={variables} /> }]),
    ...tiersOf(run),
    { term: 'Created', value: <Moment at={run.created_at} /> },
    ...(run.started_at === null ? [] : [{ term: 'Started', value: <Moment at={run.started_at} /> }]),
    ...(run.ended_at === null ? [] : [{ term: 'Ended', value: <Moment at={run.ended_at} /> }]),
    ...(run.attempt === 1 ? [] : [{ term: 'Attempt', value: run.attempt }]),
    ...(retry_of === null ? [] : [{ term: 'Retry of', value: <OtherRun id={retry_of} /> }]),
    ...(schedule_id === null
      ? []
      : [{ term: 'Started by', value: <Link {...paths.editSchedule(schedule_id)}>a schedule</Link> }]),
    { term: 'Engine', value: run.engine },
    ...(run.exit_code === null || run.state === 'succeeded'
      ? []
      : [{ term: 'Exit code', value: run.exit_code }]),
    ...(record === null ? [] : [{ term: 'Engine record', value: record }]),
    ...(run.failure?.place ? [{ term: 'Raised at', value: <Code>{run.failure.place}</Code> }] : []),
    { term: 'Monitoring', value: <MonitoringLink run={run} /> },
    { term: 'Run ID', value: <RecordId id={run.id} label="Copy run ID" /> },
  ]
  return (
    <Card title="Run" flush>
      <DefinitionList inset items={items} />
    </Card>
  )
}

/** Returns the run's own variables with values, and the ones of the workspace by name and revision. */
function variablesOf({ variables, given_variables }: RunInfo): string[] {
  const own = Object.entries(variables).map((pair) => pair.join('='))
  const given = given_variables?.map(
    ({ name, secret, revision }) => `${name}, ${secret ? 'secret, ' : ''}revision ${revision}`,
  )
  return [...own, ...(given ?? [])]
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Returns the requested tier, the allocated one and the granted resources; each only if it differs. */
function tiersOf(run: RunInfo): Definition[] {
  const { tier_asked, tier_given, asked, granted, started_at } = run
  const isGiven = tier_asked === tier_given
  return [
    ...(isGiven ? [] : [{ term: 'Tier requested', value: tierName(tier_asked) }]),
    { term: isGiven ? 'Tier' : 'Tier allocated', value: allocatedTier(run) },
    ...(started_at && granted && resourcesText(granted) !== resourcesText(asked)
      ? [{ term: 'Granted', value: resourcesText(granted) }]
      : []),
  ]
}

/** Returns the engine's record of a failed run, without what is shown elsewhere and without zero or false values. */
function engineRecord(raw: RunInfo['raw']): string | null {
  const rest = Object.entries(raw ?? {}).filter(
    ([name, value]) =>
      !['last_lines', 'exit_code', 'warnings', 'configuration'].includes(name) && Boolean(value),
  )
  return rest.length === 0 ? null : rest.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')
}

const NOT_CONFIGURED = 'No monitoring is configured here. An administrator of the server can set up Grafana.'

/** Links to the run's monitoring. Without an address, pressing it says why. */
function MonitoringLink({ run: { id } }: { run: RunInfo }) {
  const { data, error, isPending } = useQuery(q(readMonitoring, { params: { id } }))
  const showAlert = useAlert()
  const url = data?.url ?? undefined
  const reason = error ? sentenceFor(error) : data?.detail
  return (
    <a
      href={url ?? '#monitoring'}
      target={url && '_blank'}
      rel="noopener noreferrer"
      aria-label="Open monitoring"
      aria-busy={isPending}
      onClick={(event) => {
        if (url) return
        event.preventDefault()
        if (reason === undefined) return
        void showAlert(
          'error',
          messages.not_working,
          reason === messages.not_working ? NOT_CONFIGURED : reason,
        )
      }}
    >
      Open
    </a>
  )
}
