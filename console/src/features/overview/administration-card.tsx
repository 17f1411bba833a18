import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

const DAY_MS = 86_400_000

/** The facts that administrators check first. The server sends them to administrators only. */
export function AdministrationCard({ home }: { home: Home }) {
  return (
    <HomeCard home={home} name="administration" title="Administration">
      {({ disk, gaps, accounts, without_workspace, sign_ins_refused, last_export }) => {
        const items = [
          {
            label: 'Free disk',
            value: disk ? `${sizeInWords(disk.free)} of ${sizeInWords(disk.total)}` : 'not known',
            to: paths.engine(),
          },
          { label: 'Engine problems', value: gaps.length || 'none', to: paths.engine() },
          {
            label: 'Refused sign-ins, 24 h',
            value: formatNumber(sign_ins_refused),
            to: paths.refusedSignIns({ from: dayBefore(home.cards.administration?.at) }),
          },
          {
            label: 'People without a workspace',
            value: `${formatNumber(without_workspace)} of ${formatNumber(accounts)}`,
            to: paths.accounts({ workspaces: 'none', role: 'DEVELOPER' }),
          },
          {
            label: 'Last full export',
            value:
              last_export === null ? <span className={text.warn}>never</span> : <ListTime at={last_export} />,
            to: paths.audit({ action: 'installation.export' }),
          },
        ]
        return (
          <DefinitionList
            inset
            items={items.map(({ label, value, to }) => ({
              term: label,
              value: (
                <Link {...to} className={styles.quietLink}>
                  <span className={text.hidden}>{label}: </span>
                  {value}
                </Link>
              ),
            }))}
          />
        )
      }}
    </HomeCard>
  )
}

/** Returns the begin of the 24 hours before the card was read, over which refused sign-ins are counted. */
function dayBefore(at: string | undefined): string {
  return new Date(Date.parse(at ?? '') - DAY_MS).toISOString()
}
