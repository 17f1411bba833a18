import { expect, test } from 'vitest'
import { createInstallReport } from './install-report.ts'

function reportOf(output: string) {
  const { report, read } = createInstallReport()
  for (const line of output.split('\n')) read(line)
  return {
    ...report,
    withdrawn: Object.fromEntries(report.withdrawn),
    addresses: Object.fromEntries(report.addresses),
  }
}

test('reads the files that pip fetched, their origins, and withdrawn versions', () => {
  const output = `Looking in indexes: https://***@packages.example/simple, https://pypi.org/simple
Collecting line-two (from -r r.txt (line 1))
  Downloading https://packages.example/files/line_two-1.0-py3-none-any.whl.metadata (785 bytes)
  Downloading https://packages.example/files/line_two-1.0-py3-none-any.whl (1.2 MB)
Collecting line-one==1.0
  Using cached line-one-1.0.tar.gz (12 kB)
WARNING: The candidate selected for download or install is a yanked version: 'line-two' candidate (version 1.0 at https://packages.example/files/line_two-1.0-py3-none-any.whl (from https://packages.example/simple/line-two/))
Reason for being yanked: breaks "everything"
and more
WARNING: The candidate selected for download or install is a yanked version: 'line-one' candidate (version 1.0 at https://files.example/line-one-1.0.tar.gz (from https://pypi.org/simple/line-one/))
Reason for being yanked: <none given>
Installing collected packages: line-one, line-two`
  expect(reportOf(output)).toEqual({
    withdrawn: { 'line-two 1.0': 'breaks "everything"', 'line-one 1.0': null },
    indexes: ['https://***@packages.example/simple', 'https://pypi.org/simple'],
    has_links: false,
    addresses: {
      'line-two 1.0': 'https://packages.example/files/line_two-1.0-py3-none-any.whl',
      'line-one 1.0': 'line-one-1.0.tar.gz',
    },
    fetched: { packages: 1, bytes: 1_200_000 },
  })
})

test('reads how many packages uv fetched, and withdrawn versions', () => {
  const output = `Resolved 3 packages in 15ms
Downloading torch (766.7MiB)
Prepared 2 packages in 6ms
Installed 3 packages in 3ms
warning: \`line-old==1.0\` is yanked (reason: "breaks "everything"
and more")
warning: \`line_new==1.0+cu12\` is yanked (reason: "gone")
warning: \`line-one==1.0\` is yanked (reason: "")
warning: \`line-two==1.0\` is yanked`
  expect(reportOf(output)).toEqual({
    withdrawn: {
      'line-old 1.0': 'breaks "everything"',
      'line-new 1.0+cu12': 'gone',
      'line-one 1.0': null,
      'line-two 1.0': null,
    },
    indexes: null,
    has_links: false,
    addresses: {},
    fetched: { packages: 2, bytes: null },
  })
})

test('reports that packages may come from other places than indexes', () => {
  expect(reportOf('Looking in links: /opt/wheels').has_links).toBe(true)
  expect(reportOf('Requirement already satisfied: six').fetched).toBeNull()
})
