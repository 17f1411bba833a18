import { sizeInWords } from '@podium/contract/disk-space.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { Age } from '../../ui/text/moment.tsx'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

const DAY_MS = 86_400_000

/** What administrators look at first; the server sends it to no others. */
export function AdministrationCard({ home }: { home: Home }) {
  return (
    <HomeCard home={home} name="administration" title="Administration">
      {({ disk, gaps, accounts, without_workspace, sign_ins_refused, last_export }) => {
        const figures = [
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
            value: last_export === null ? <span className={text.warn}>never</span> : <Age at={last_export} />,
            to: paths.audit({ action: 'installation.export' }),
          },
        ]
        return (
          <ul className={styles.figures}>
            {figures.map(({ label, value, to }) => (
              <li key={label}>
                <Link {...to} className={styles.figure}>
                  <span className={text.note}>{label}</span> <span className={text.strong}>{value}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }}
    </HomeCard>
  )
}

/** Refusals are counted over the 24 hours before the card was read. */
function dayBefore(at: string | undefined): string {
  return new Date(Date.parse(at ?? '') - DAY_MS).toISOString()
}
