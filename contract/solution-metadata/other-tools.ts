/** Keys and files of other tools, with the equivalent in Podium. */

/** The properties of an installation that decide whether keys and files have an effect. */
export interface Host {
  /** true if runs are containers */
  containers: boolean
  /** true if the Python packages that a source names are installed */
  packages: boolean
  /** the most that one run can be given */
  largest: { gpu: number }
}

type Advice = string | ((host: Host) => string)

const packagesAdvice = ({ packages, containers }: Host) => {
  if (packages)
    return 'name the packages in requirements.txt, at the top of the folder, or the files that name them in `python` of metadata.json.'
  return `nothing is installed here; the program finds the packages of ${containers ? 'its image' : 'the machine that it runs on'}.`
}
const imageAdvice = ({ containers }: Host) =>
  containers
    ? 'push the image to a registry and name it in `container_uri` of each pipeline.'
    : 'runs are processes of a machine here, not containers.'
const SIZE =
  'write "resource": {"default": "standard"} into a pipeline; what a tier offers is set in the workspace.'
const COMMAND = 'write the program and its arguments into `command` of a pipeline.'

/** Advice by key of the metadata, a pipeline or its resource, as words in small letters with underscores. */
const KEYS: readonly [keys: string, advice: Advice][] = [
  [
    'env environment envs env_vars environment_variables env_from variables secrets',
    'set variables and secrets on the page of the workspace, for all solutions or for this one.',
  ],
  [
    'schedule schedules schedule_interval cron cron_expression timezone trigger triggers catchup start_date',
    'make a schedule on the page of the workspace.',
  ],
  [
    'requirements dependencies packages packages_to_install pip pip_requirements conda conda_env python_env',
    packagesAdvice,
  ],
  [
    'python python_version requires_python',
    ({ packages, containers }) =>
      packages
        ? 'write "python": {"version": ">=3.11"}, or requires-python into pyproject.toml.'
        : `the program runs with the Python of ${containers ? 'its image' : 'the machine that it runs on'}.`,
  ],
  ['image images docker docker_image docker_env container container_image base_image', imageAdvice],
  ['entrypoint entry_point entry_points script cmd run args arguments main', COMMAND],
  [
    'cpu cpus memory gpu gpus num_gpus resources limits requests instance instance_type instance_count tier disk',
    SIZE,
  ],
  ['node_selector tolerations affinity service_account accelerator accelerator_type', SIZE],
  [
    'timeout timeout_minutes time_limit max_runtime active_deadline_seconds execution_timeout',
    'write `timeout_seconds` into a pipeline.',
  ],
  [
    'retry retries max_retries retry_policy retry_strategy backoff_limit retry_delay',
    'Podium does not start a failed run again by itself; Retry on its page does.',
  ],
  [
    'notify notification notifications on_failure on_success email_on_failure email_on_retry alerts webhook webhooks',
    'set up messages on the page of the workspace, under Notifications.',
  ],
  ['network internet', 'an administrator allows or forbids it on the form of the workspace.'],
  [
    'input inputs data dataset datasets volume volumes volume_mounts mounts deps',
    'name the data in `dataset_uri` of a pipeline, or choose it at New Run.',
  ],
  [
    'output outputs outs artifacts model models',
    'everything that the program writes to PODIUM_OUTPUT_DIR is kept; a model belongs in its folder model/.',
  ],
  [
    'params hyperparameters hyper_parameters args_schema config',
    'describe what people may set in `parameters.user_parameters` of a pipeline.',
  ],
  ['metrics plots', 'the program writes its figures to PODIUM_METRICS_FILE.'],
  ['tag tags label labels annotations', 'give tags to instances and to runs.'],
  ['author authors maintainer maintainers email', 'write an address into `contact` of `description`.'],
  [
    'step steps stages tasks nodes dag dag_id dags default_args depends_on components pipelines control asset_source external_path',
    'a pipeline is one `command`, which calls its steps in turn.',
  ],
  [
    'api_version kind spec pipeline_spec deployment_spec pipeline_info schema_version sdk_version root',
    'Podium reads no manifests of Kubernetes, Argo or Kubeflow; describe the pipelines in `pipeline`.',
  ],
  ['algorithm_specification estimator role_arn framework framework_version', COMMAND],
]

/** Advice by key of a described parameter. */
const PARAMETER_KEYS: readonly [keys: string, advice: Advice][] = [
  ['choices options enum values allowed_values items', 'write the choices into `selectable`.'],
  [
    'min max minimum maximum min_value max_value min_length max_length lower upper bounds',
    'write the limits into `range`, such as [1, 200].',
  ],
  ['help label title doc tooltip', 'write it into `description`.'],
  ['required optional nullable', 'a parameter without a `default` stays empty until someone sets it.'],
  ['value initial', 'write it into `default`.'],
]

const adviceByKey = (rows: typeof KEYS) =>
  new Map(rows.flatMap(([keys, advice]) => keys.split(' ').map((key) => [key, advice] as const)))
const OF_PIPELINES = adviceByKey(KEYS)
const OF_PARAMETERS = adviceByKey(PARAMETER_KEYS)

/** The advice for a key of another tool; null if the key is unknown. */
export function keyAdvice(place: string, key: string, host: Host): string | null {
  if (!['metadata', 'pipeline', 'resource', 'parameter'].includes(place)) return null
  const word = key
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  const advice = (place === 'parameter' ? OF_PARAMETERS : OF_PIPELINES).get(word)
  if (advice === undefined) return null
  return typeof advice === 'string' ? advice : advice(host)
}

/** The files of a source that decide between sentences. */
export interface KnownFiles {
  all: readonly string[]
  /** the file that names the packages; null without one */
  packages: string | null
}

export interface OtherFiles {
  /** matches paths in the source */
  pattern: RegExp
  /** the advice; null if Podium uses the files here */
  advice: (host: Host, files: KnownFiles) => string | null
  /** true if `podium run` takes commands from it for a folder */
  isEntryPoint?: true
}

const REQUIREMENTS = 'requirements.txt'
const PROJECT = 'pyproject.toml'

/** Finds the file that names the packages among the names of the files. */
export function knownFiles(all: readonly string[], named: readonly string[] = []): KnownFiles {
  const order = [
    ...(all.includes(PROJECT) ? ['uv.lock'] : []),
    'pylock.toml',
    REQUIREMENTS,
    PROJECT,
    'setup.py',
  ]
  return { all, packages: named[0] ?? order.find((file) => all.includes(file)) ?? null }
}

/** Advice for a list of packages that another file takes precedence over. */
const besidesPackages = (host: Host, { packages }: KnownFiles, alone: string) => {
  if (!host.packages) return packagesAdvice(host)
  return packages === null ? alone : `${packages} says which packages are installed.`
}

/** Files that configure tools. They count only at the top of the source unless stated otherwise. */
export const OTHER_FILES: readonly OtherFiles[] = [
  {
    pattern:
      /^(Dockerfile|Containerfile)([.-][\w.-]+)?$|^[\w.-]+\.dockerfile$|^(docker-)?compose[\w.-]*\.ya?ml$/i,
    advice: (host) => (host.containers ? `Podium builds no images; ${imageAdvice(host)}` : imageAdvice(host)),
  },
  {
    pattern:
      /^(environment|conda|conda[-_]?env|conda_dependencies|python_env)\.ya?ml$|^conda-lock\.ya?ml$|^pixi\.(toml|lock)$|^(Pipfile|Pipfile\.lock|poetry\.lock|pdm\.lock)$/,
    advice: (host, files) =>
      besidesPackages(host, files, 'neither pip nor uv reads it: write its packages into requirements.txt.'),
  },
  {
    pattern: /^(uv\.lock|pylock\.toml)$/,
    advice: (host, files) =>
      host.packages &&
      files.all.includes(files.packages ?? '') &&
      /^(uv\.lock|pylock\.toml)$/.test(files.packages ?? '')
        ? null
        : besidesPackages(host, files, 'it belongs to a pyproject.toml, which is missing.'),
  },
  {
    // They are read if the project is installed.
    pattern: /^setup\.(py|cfg)$/,
    advice: (host, { packages }) => {
      if (!host.packages) return packagesAdvice(host)
      return packages === null ? 'pip reads it beside a setup.py or a pyproject.toml alone.' : null
    },
  },
  {
    pattern:
      /^requirements[-_.][\w.-]*\.(in|txt)$|^requirements\.in$|^requirements\/[\w.-]+\.(in|txt)$|^.+\/requirements\.txt$/,
    advice: (host, { packages }) => {
      if (!host.packages) return packagesAdvice(host)
      return packages === null
        ? 'the list of packages is a file requirements.txt at the top of the folder, which may include others by -r, or a file that metadata.json names: "python": {"requirements": ["…"]}.'
        : null
    },
  },
  {
    pattern:
      /^(Requirements\.(txt|TXT)|REQUIREMENTS\.(txt|TXT)|requirements\.TXT|[Rr]equirement\.txt|P[Yy][Pp]roject\.toml|py[Pp]roject\.(TOML|Toml)|pyProject\.toml|U[Vv]\.lock)$/,
    advice: (host) =>
      host.packages
        ? 'rename it: requirements.txt, pyproject.toml, uv.lock and pylock.toml are read by exactly these names.'
        : packagesAdvice(host),
  },
  {
    pattern: /^(requirements\.txt|pyproject\.toml)$/,
    advice: (host) => (host.packages ? null : packagesAdvice(host)),
  },
  {
    pattern: /^(runtime\.txt|\.python-version|\.tool-versions)$/,
    advice: (host) =>
      host.packages
        ? 'write requires-python into pyproject.toml, or "python": {"version": ">=3.11"} into metadata.json.'
        : keyAdvice('metadata', 'python', host),
  },
  {
    pattern: /^\.env([.-][\w-]+)?$/,
    advice: () => 'set variables and secrets on the page of the workspace.',
  },
  {
    pattern: /^MLproject$/,
    advice: () => '`podium run .` in the folder runs its entry points with their parameters.',
    isEntryPoint: true,
  },
  {
    pattern: /^(experimental_plan|solution_info|solution_metadata|infra_config)\.ya?ml$/,
    advice: () => 'ALO reads it. Here metadata.json says what people may set and how a run starts.',
  },
  {
    pattern: /^(component|kfp[\w-]*)\.ya?ml$/,
    advice: () => 'write what a component of Kubeflow starts into `command` of a pipeline.',
  },
  {
    pattern: /^airflow\.cfg$|^dags\/[^/]+\.py$/,
    advice: () => 'a pipeline is one `command`, and a schedule of the workspace starts it.',
  },
  {
    pattern: /^dvc\.yaml$/,
    advice: () => '`podium run .` in the folder runs its stages with the parameters of params.yaml.',
    isEntryPoint: true,
  },
  {
    pattern: /^dvc\.lock$|^.+\.dvc$/,
    advice: () => 'it fetches nothing by DVC. Upload the data as a data set, and choose it at New Run.',
  },
]
