import { keepPreferences, type Look, readPreferences } from '@podium/contract/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { useNewestChange } from '../../record/use-newest-change.ts'
import { showLook } from '../../session/look.ts'
import layout from '../../theme/layout.module.css'
import { useSnackbar } from '../../ui/feedback/snackbar.tsx'
import { FormColumns } from '../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
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
  { value: 'compact', label: 'Compact', help: 'Shows about a quarter more rows of a list at once.' },
] as const

/** How the console looks to the person, in every browser where they sign in. */
export function AppearanceTab() {
  const queries = useQueryClient()
  const { showSnackbar } = useSnackbar()
  const query = useQuery(preferences)
  const keep = useNewestChange({
    change: (look: Look, send) => send(keepPreferences, { body: look }),
    tell: () => undefined,
    onRefused() {
      showSnackbar('The choice could not be saved for your next visit.', { tone: 'bad' })
      return true
    },
  })
  const { data } = query
  if (!data) return <Card flush>{queryPlaceholder(query, WORDS)}</Card>

  const { theme, density } = data
  const choose = (part: Partial<Look>) => {
    const look = { theme, density, ...part }
    showLook(look)
    queries.setQueryData(preferences.queryKey, { ...data, ...look })
    void keep(look)
  }
  return (
    <FormColumns length="short">
      <Card>
        <div className={layout.stackClose}>
          <RadioGroup
            legend="Theme"
            options={THEMES}
            value={theme}
            onChange={(value) => choose({ theme: value })}
          />
          <RadioGroup
            legend="Rows of lists"
            options={DENSITIES}
            value={density}
            onChange={(value) => choose({ density: value })}
          />
        </div>
      </Card>
    </FormColumns>
  )
}
