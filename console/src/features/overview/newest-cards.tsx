import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import type { Target } from '../../navigation/target.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { AliasChip } from '../models/components/alias-chips.tsx'
import { shownFigures } from '../models/components/model-columns.tsx'
import { ShortFigure } from '../runs/components/short-figure.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Content, Home } from './use-home.ts'

const MAX_VERSIONS = 3
type Model = Content<'models'>['models'][number]

export function NewestModelsCard({ home }: { home: Home }) {
  const { id: ws } = useWorkspace()
  return (
    <HomeCard home={home} name="models" title="Newest models" trailing={<ModelsLink home={home} />}>
      {({ models }) => {
        const common = commonFigure(models)
        if (models.length === 0)
          return <EmptyState title="No models yet">A training run that succeeds produces one.</EmptyState>
        return (
          <>
            {common && (
              <p className={classNames(layout.between, styles.newestHead)}>
                <span>Model</span> <span>{common}</span>
              </p>
            )}
            <ul className={styles.newestRows}>
              {models.map((model) => (
                <Newest
                  key={model.id}
                  of={model}
                  name={model.name}
                  to={paths.model(model.id, { ws })}
                  beside={model.aliases[0] && <AliasChip name={model.aliases[0].name} />}
                  figure={figureOf(model, common)}
                />
              ))}
            </ul>
          </>
        )
      }}
    </HomeCard>
  )
}

function ModelsLink({ home }: { home: Home }) {
  const { total = 0, models = [] } = home.cards.models?.content ?? {}
  if (total <= models.length) return null
  return <Link {...paths.modelList()}>All {formatNumber(total)}</Link>
}

/** Returns a figure that all of the models have, so that its name is shown once above them. */
function commonFigure(models: readonly Model[]): string | undefined {
  return shownFigures(models).find((name) => models.every(({ metrics }) => name in metrics))
}

function figureOf(model: Model, common: string | undefined): ReactNode {
  const name = common ?? shownFigures([model])[0]
  if (name === undefined) return undefined
  return (
    <>
      {name !== common && `${name} `}
      <ShortFigure of={model.metrics[name]} />
    </>
  )
}

export function NewestVersionsCard({ home }: { home: Home }) {
  const { id: ws } = useWorkspace()
  return (
    <HomeCard home={home} name="versions" title="Newest solution versions">
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState title="No solutions yet">Registered versions appear here.</EmptyState>
        ) : (
          <ul className={styles.newestRows}>
            {versions.slice(0, MAX_VERSIONS).map((version) => (
              <Newest
                key={`${version.solution_id} ${version.version_num}`}
                of={version}
                name={`${version.solution_name} ${formatVersion(version.version_num)}`}
                to={paths.solution(version.solution_id, { ws, version: String(version.version_num) })}
              />
            ))}
          </ul>
        )
      }
    </HomeCard>
  )
}

interface NewestProps {
  of: { created_by: string; created_at: string }
  name: string
  to: Target
  beside?: ReactNode
  figure?: ReactNode
}

function Newest({ of: { created_by, created_at }, name, to, beside, figure }: NewestProps) {
  return (
    <li className={styles.newest}>
      <Link {...to} className={classNames(text.strong, text.cut, styles.quietLink)}>
        {name}
      </Link>
      {beside}
      {figure !== undefined && <span className={classNames(text.number, styles.figureOf)}>{figure}</span>}
      <span className={text.sub}>
        {created_by || NOTHING}, <ListTime at={created_at} />
      </span>
    </li>
  )
}
