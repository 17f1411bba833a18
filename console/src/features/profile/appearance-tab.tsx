import { readPreferences } from '@podium/contract/calls/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { useLookChoice } from '../../record/use-look-choice.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormColumns, FormFields } from '../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'

const CHOICES = { loading: 'Loading your choices', failed: 'Your choices could not be read' }

const preferences = q(readPreferences)

const THEMES = [
  { value: 'system', label: 'System', help: 'Follows your device.' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact', help: 'Lists show about a quarter more rows at once.' },
] as const

const TIMES = [
  { value: 'dates', label: 'Dates', help: 'As 2026/11/30 14:05; how long ago that was is in the tooltip.' },
  { value: 'ages', label: 'Ages', help: 'As 12 minutes ago; the date is in the tooltip.' },
] as const

/** The look of the console and its keyboard shortcuts, in every browser in which the person signs in. */
export function AppearanceTab() {
  const query = useQuery(preferences)
  const choose = useLookChoice()
  const { data } = query
  if (!data) return <Card flush>{queryPlaceholder(query, CHOICES)}</Card>
  return (
    <FormColumns length="short">
      <Card title="Appearance" note="changes apply at once" flush>
        <FormFields>
          <RadioGroup
            legend="Theme"
            options={THEMES}
            value={data.theme}
            onChange={(theme) => choose({ theme })}
          />
          <RadioGroup
            legend="List density"
            options={DENSITIES}
            value={data.density}
            onChange={(density) => choose({ density })}
          />
          <RadioGroup
            legend="Times in lists"
            options={TIMES}
            value={data.times}
            onChange={(times) => choose({ times })}
          />
          <div className={layout.stackTight}>
            <p className={classNames(text.small, text.strong)}>Keyboard</p>
            <Checkbox
              label="Single-key shortcuts"
              help={
                <>
                  Such as <Kbd>n</Kbd>, <Kbd>/</Kbd> and <Kbd>g o</Kbd>. <Kbd>Ctrl K</Kbd> always works.
                </>
              }
              checked={data.shortcuts === 'on'}
              onChange={({ currentTarget }) => choose({ shortcuts: currentTarget.checked ? 'on' : 'off' })}
            />
          </div>
        </FormFields>
      </Card>
    </FormColumns>
  )
}
