/**
 * The first parts of all addresses that the server and its console answer. A path before them, of a proxy that serves other
 * things beside Podium, can be told from them only if it begins with none of these.
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
