import type { Page } from '@playwright/test'
import type { readPackages } from '@podium/contract/calls/run-packages.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { take } from './take.ts'

type Packages = ReplyOf<typeof readPackages>

const MIB = 2 ** 20
const one = (
  name: string,
  version: string,
  mib: number,
  ...asked_by: string[]
): Packages['packages'][number] => {
  return {
    name,
    version,
    source: null,
    index: 'pypi.org',
    asked_in: [],
    asked_by,
    size: Math.round(mib * MIB),
  }
}
const at = (line: number) => ({ asked_in: [`requirements.txt line ${line}`] })

const LIST: Omit<Packages, 'compared_with' | 'shared_by'> = {
  tool: 'uv 0.13.9',
  file: 'requirements.txt',
  python: '3.12.8',
  requires_python: '>=3.11',
  fetched: { packages: 3, bytes: null, seconds: 8 },
  packages: [
    one('joblib', '1.4.2', 0.3, 'scikit-learn'),
    {
      ...one('line-features', '0.4.1', 0.1),
      ...at(4),
      source: 'git+https://git.example.org/line-features.git@4b1f00d27c9e',
    },
    { ...one('numpy', '2.2.2', 16.1, 'pandas', 'scikit-learn', 'scipy'), ...at(1) },
    { ...one('pandas', '2.2.3', 12.7), ...at(2) },
    one('python-dateutil', '2.9.0', 0.2, 'pandas'),
    {
      ...one('pytz', '2025.1', 0.5, 'pandas'),
      warnings: [{ kind: 'withdrawn', reason: 'The rules of one time zone are wrong.' }],
    },
    { ...one('scikit-learn', '1.6.1', 13.1), ...at(3) },
    one('scipy', '1.15.1', 40.2, 'scikit-learn'),
    one('six', '1.17.0', 0.1, 'python-dateutil'),
    one('threadpoolctl', '3.5.0', 0.1, 'scikit-learn'),
    one('tzdata', '2025.1', 0.3, 'pandas'),
  ],
  differences: [
    { name: 'numpy', before: '2.1.3', now: '2.2.2' },
    { name: 'scikit-learn', before: '1.5.2', now: '1.6.1' },
    { name: 'tqdm', before: '4.67.1', now: null },
  ],
}

/** The runs that share the packages, named after the run before. The newest found them installed. */
function sharing(before: string): Packages['shared_by']['runs'] {
  const [, stream = '', number = ''] = /^(.*-)(\d+)$/.exec(before) ?? []
  const after = (count: number) => `${stream}${Number(number) + count}`
  const fetched = { packages: 0, bytes: 0, seconds: 0 }
  return [
    { id: 'later', name: after(2), fetched },
    { id: 'own', name: after(1), fetched: LIST.fetched ?? null },
  ]
}

/** Takes pictures of the packages of the run whose page is open. The server here installs none, so a list is given. */
export async function picturePackages(page: Page): Promise<void> {
  const info = /\/streamhistories\/[^/]+\/info/
  const packages = /\/streamhistories\/[^/]+\/packages/
  await page.route(info, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), package_count: LIST.packages.length },
    })
  })
  await page.goto('/inferenceModel?view=runs&pipeline=train')
  const before = page.getByRole('link', { name: /-4$/ })
  const name = (await before.textContent()) ?? ''
  await page.route(packages, (route) =>
    route.fulfill({
      json: { ...LIST, compared_with: { id: 'earlier', name }, shared_by: { total: 2, runs: sharing(name) } },
    }),
  )
  await page.getByRole('link', { name: /-5$/ }).click()
  await page.getByRole('tab', { name: /^Packages/ }).click()
  await page.getByRole('table', { name: 'Packages of the run' }).waitFor()
  await take(page, 'packages')
  await page.unroute(info)
  await page.unroute(packages)
}
