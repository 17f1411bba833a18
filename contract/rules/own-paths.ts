/**
 * The first parts of all addresses that the server and the console use. A path prefix added by a proxy that also serves
 * other sites can be recognised only if it begins with none of these.
 */
export const OWN_PATHS: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'auth',
  'cli',
  'client',
  'dataSet',
  'edge',
  'guide',
  'inferenceModel',
  'mlflow',
  'overview',
  'python',
  'reference',
  'serve',
  'settings',
  'solution',
  'template',
])
