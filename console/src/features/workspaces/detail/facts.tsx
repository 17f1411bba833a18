import type { Workspace } from '@podium/contract/workspaces.ts'
import { NOTHING } from '../../../format/nothing.ts'
import text from '../../../theme/text.module.css'
import { Fact, FactStrip } from '../../../ui/layout/fact-strip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

export function Facts({ workspace }: { workspace: Workspace }) {
  const { s3_bucket_name, dashboard_hash, edge_conductor_url, created_at, updated_at } = workspace
  return (
    <FactStrip>
      <Fact term="Bucket Name">
        <span className={text.mono}>{s3_bucket_name}</span>
      </Fact>
      <Fact term="Dashboard Hash">
        {dashboard_hash === '' ? NOTHING : <span className={text.mono}>{dashboard_hash}</span>}
      </Fact>
      <Fact term="Edge Conductor URL">
        {edge_conductor_url === '' ? (
          NOTHING
        ) : (
          <a href={edge_conductor_url} target="_blank" rel="noopener noreferrer">
            {edge_conductor_url}
          </a>
        )}
      </Fact>
      <Fact term="Last Updated">
        <Moment at={updated_at} />
      </Fact>
      <Fact term="Created">
        <Moment at={created_at} />
      </Fact>
    </FactStrip>
  )
}
