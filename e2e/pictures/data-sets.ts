import type { Page } from '@playwright/test'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import type { Api } from '../fixtures/api.ts'
import { addVersion, makeDataSet } from '../fixtures/data-sets.ts'
import { take } from './take.ts'

const HEAD = 'store,day,turnover\n'
const rows = (days: number) =>
  Array.from({ length: days }, (_, day) => `${(day % 5) + 1},2026-10-${10 + (day % 20)},${1200 + day * 37}\n`)

/** Takes pictures of the second version of a data set, with one of its tables open. */
export async function pictureDataSet(page: Page, api: Api): Promise<void> {
  const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/v1/workspaces')
  const stores = 'store,city\n1,Bremen\n2,Kassel\n3,Ulm\n4,Jena\n5,Trier\n'
  const id = await makeDataSet(api, workspaces[0]?.id ?? '', 'store-sales', {
    'sales.csv': HEAD + rows(300).join(''),
    'stores.csv': stores,
    'old/sales-2024.csv': HEAD,
  })
  await addVersion(api, id, {
    'sales.csv': HEAD + rows(330).join(''),
    'stores.csv': stores,
    'README.md': '# Sales\n',
  })
  await page.goto(`/dataSet/${id}?file=sales.csv`)
  await page.getByRole('cell', { name: '1200' }).waitFor()
  await page.getByText('v 1').first().waitFor()
  await take(page, 'data-set')
}
