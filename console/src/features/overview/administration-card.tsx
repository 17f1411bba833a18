import { sizeInWords } from '@podium/contract/disk-space.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { HomeCard } from './home-card.tsx'
import styles from './overview.module.css'
import type { Home } from './use-home.ts'

/** What administrators look at first; the server sends it to no others. */
export function AdministrationCard({ home }: { home: Home }) {
  return (
    <HomeCard home={home} name="administration" title="Administration">
      {({ disk, gaps, accounts, without_workspace, sign_ins_refused }) => {
        const figures = [
          {
            label: 'Free disk',
            value: disk ? `${sizeInWords(disk.free)} of ${sizeInWords(disk.total)}` : 'not known',
            to: paths.engine(),
          },
          { label: 'Gaps of the engine', value: gaps.length || 'none', to: paths.engine() },
          {
            label: 'Sign-ins refused in 24 hours',
            value: formatNumber(sign_ins_refused),
            to: paths.accounts(),
          },
          {
            label: 'People without a workspace',
            value: `${formatNumber(without_workspace)} of ${formatNumber(accounts)}`,
            to: paths.accounts(),
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
