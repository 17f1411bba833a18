import { checkMetadata, type Metadata } from '@podium/contract/metadata.ts'
import { readVersion, type Solution, type VersionDetail } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q } from '../../../api/query.ts'

/** The version that is looked at, with its metadata; null where nothing can be read from it. */
export function useVersion({ id }: Pick<Solution, 'id'>, n: number) {
  const query = useQuery(q(readVersion, { params: { id, n } }))
  const metadata = useMemo(() => metadataOf(query.data), [query.data])
  return { query, metadata }
}

function metadataOf(version: VersionDetail | undefined): Metadata | null {
  const checked = version && checkMetadata(version.metadata_json)
  return checked && 'metadata' in checked ? checked.metadata : null
}
