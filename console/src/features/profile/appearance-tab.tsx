import { readPreferences } from '@podium/contract/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { useLookChoice } from '../../record/use-look-choice.ts'
import layout from '../../theme/layout.module.css'
import { FormColumns } from '../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SwitchCard } from '../../ui/form/switch.tsx'
import { Card } from '../../ui/layout/card.tsx'

const WORDS = { loading: 'Loading your choices', failed: 'Your choices could not be read' }
const preferences = q(readPreferences)

const THEMES = [
  { value: 'system', label: 'System', help: 'Light or dark, as your device is set.' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact', help: 'Lists show about a quarter more rows at once.' },
] as const

/** How the console looks to the person, and which keys it hears, in every browser where they sign in. */
export function AppearanceTab() {
  const query = useQuery(preferences)
  const choose = useLookChoice()
  const { data } = query
  if (!data) return <Card flush>{queryPlaceholder(query, WORDS)}</Card>
  return (
    <FormColumns length="short">
      <Card>
        <div className={layout.stackClose}>
          <RadioGroup
            legend="Theme"
            options={THEMES}
            value={data.theme}
            onChange={(theme) => choose({ theme })}
          />
          <RadioGroup
            legend="Rows of lists"
            options={DENSITIES}
            value={data.density}
            onChange={(density) => choose({ density })}
          />
          <SwitchCard
            title="Single-key shortcuts"
            sub="Such as n, / and g o. Ctrl K always works."
            on={data.shortcuts === 'on'}
            onChange={(on) => choose({ shortcuts: on ? 'on' : 'off' })}
          />
        </div>
      </Card>
    </FormColumns>
  )
}
