/** Metadata as authors and clients of each generation write it, with what the console should show for each. */
export interface Generation {
  what: string
  metadata: Record<string, unknown> & { name: string }
  /** a word of each tab that holds text */
  tabs: Record<string, string>
  /** a word of each warning if containers run */
  warnings: string[]
}

const BUCKET = 's3://first-bucket'

const address = (name: string, type: string) => `${BUCKET}/ai-solutions/${name}/v1/${type}`

const container = (name: string, type: string) =>
  `localhost:8080/first/ai-solutions/${name}/${type}/${name}:v1`

const EDGE = {
  support_labeling: false,
  inference_result_datatype: 'table',
  train_datatype: 'table',
  labeling_column_name: null,
}

const candidates = [
  {
    step: 'input',
    args: [{ file_type: 'csv', encoding: 'utf-8', ui_args: ['x_columns', 'y_column'] }],
  },
  {
    step: 'train',
    args: [
      {
        evaluation_metric: 'auto',
        shapley_value: false,
        num_hpo: 20,
        ui_args: ['evaluation_metric', 'shapley_value'],
      },
    ],
  },
]

const form = [
  {
    step: 'input',
    args: [
      {
        name: 'x_columns',
        description: 'Columns to learn from.',
        type: 'string',
        default: '',
        range: [0, 1000],
      },
      {
        name: 'y_column',
        description: 'Column to predict.',
        type: 'string',
        default: ['target'],
        range: '1,100',
      },
    ],
  },
  {
    step: 'train',
    args: [
      {
        name: 'evaluation_metric',
        description: 'What is best.',
        type: 'single_selection',
        selectable: ['auto', 'accuracy', 'f1', 'rmse'],
        default: ['auto'],
      },
      {
        name: 'shapley_value',
        description: '',
        type: 'single_selection',
        selectable: [true, false],
        default: false,
      },
      { name: 'num_hpo', description: '', type: 'int', default: [20], range: [1, 100] },
      { name: 'ratio', description: '', type: 'float', default: 0.2, range: [0, 1] },
      {
        name: 'models',
        description: '',
        type: 'multi_selection',
        selectable: ['rf', 'gbm', 'ngb'],
        default: ['rf', 'gbm'],
      },
    ],
  },
]

const parameters = {
  candidate_parameters: candidates,
  selected_user_parameters: candidates.map(({ step }) => ({ step, args: {} })),
  user_parameters: form,
}
const NO_PARAMETERS = { candidate_parameters: [], selected_user_parameters: [], user_parameters: [] }

function first(name: string): Generation {
  return {
    what: 'generation 1.0, from a notebook',
    metadata: {
      version: 1,
      name,
      description: {
        title: 'Tabular regression',
        overview: 'Predicts a **number** from a table.',
        input_data: 'One CSV file a day.',
        output_data: 'A CSV file with a column more.',
        user_parameters: 'x_columns, y_column',
        algorithm: 'Gradient boosted trees',
        contents_name: 'tcr',
        icon: 's3://icons/icons/regression.svg',
      },
      pipeline: [
        {
          type: 'train',
          container_uri: container(name, 'train'),
          dataset_uri: [`${address(name, 'train')}/data/`, `${address(name, 'train')}/data/2023/`],
          artifact_uri: [`${address(name, 'train')}/artifacts/`].join(),
          resource: { default: 'high' },
          parameters,
        },
        {
          type: 'inference',
          container_uri: container(name, 'inference'),
          dataset_uri: `${address(name, 'inference')}/data/`,
          artifact_uri: `${address(name, 'inference')}/artifacts/`,
          model_uri: [`${address(name, 'train')}/artifacts/`],
          resource: { default: 'standard' },
          parameters: NO_PARAMETERS,
        },
      ],
    },
    tabs: { Overview: 'number', 'Input Data': 'CSV', 'Output Data': 'column', Algorithm: 'boosted' },
    warnings: [],
  }
}

function second(name: string): Generation {
  return {
    what: 'generation 1.1, of a registration client',
    metadata: {
      metadata_version: 1.1,
      name,
      description: {
        title: name,
        problem: 'Surfaces are looked at by eye.',
        data: 'Images of 640 × 480.',
        key_feature: '- learns from 20 images\n- shows where',
        value: 'Half of the inspections.',
        note_and_contact: 'No colours yet. Ask vision@example.org or see https://example.org/vision.',
        contents_name: 'vad',
        contents_version: '1.7.1',
        alo_version: '2.5.3',
        inference_build_type: 'arm64',
        icon: 's3://icons/icons/vision_ai.svg',
      },
      wrangler_code_uri: 'def wrangle(rows):\n    return rows\n',
      wrangler_dataset_uri: '',
      edgeconductor_interface: { ...EDGE, inference_result_datatype: 'image', train_datatype: 'image' },
      edgeapp_interface: { single_pipeline: false, redis_server_uri: '', redis_db_number: 0 },
      pipeline: [
        {
          type: 'train',
          container_uri: container(name, 'train'),
          dataset_uri: [`${address(name, 'train')}/data/`],
          artifact_uri: `${address(name, 'train')}/artifacts/`,
          resource: { default: 'high' },
          parameters,
        },
        {
          type: 'inference',
          container_uri: container(name, 'inference'),
          dataset_uri: [],
          artifact_uri: `${address(name, 'inference')}/artifacts/`,
          model_uri: `${address(name, 'train')}/artifacts/`,
          resource: { default: 'standard' },
          parameters: NO_PARAMETERS,
        },
      ],
    },
    tabs: {
      Problem: 'eye',
      Data: '640',
      'Key Feature': '20 images',
      Value: 'Half',
      Note: 'colours',
      Contact: 'vision@example.org',
    },
    warnings: [],
  }
}

function third(name: string): Generation {
  return {
    what: 'generation 1.2, with a detail of its own titles',
    metadata: {
      metadata_version: 1.2,
      name,
      description: {
        title: 'Anomalies in pumps',
        overview: 'Tells pumps that will fail.',
        detail: [
          { title: 'Task', content: 'Anomaly detection' },
          { title: 'Data Description', content: 'Pressure, once a second.' },
          { title: 'Data hierarchy', content: '```\ntrain/\n  a.csv\n```' },
        ],
        contents_name: 'gad',
        contents_version: '2.0.0',
        alo_version: '2.6.0',
        inference_build_type: 'amd64',
      },
      wrangler_code_uri: '',
      wrangler_dataset_uri: '',
      edgeconductor_interface: EDGE,
      edgeapp_interface: { single_pipeline: false, redis_server_uri: '', redis_db_number: 0 },
      pipeline: [
        {
          type: 'train',
          command: ['python3', 'train.py'],
          source_uri: `${address(name, 'train')}/source/source.tar.gz`,
          container_uri: container(name, 'train'),
          dataset_uri: [`${address(name, 'train')}/data/`],
          artifact_uri: `${address(name, 'train')}/artifacts/`,
          parameters,
        },
        {
          type: 'inference',
          command: ['python3', 'inference.py'],
          container_uri: container(name, 'inference'),
          dataset_uri: [`${address(name, 'inference')}/data/`],
          artifact_uri: `${address(name, 'inference')}/artifacts/`,
          model_uri: `${address(name, 'train')}/artifacts/`,
          parameters: NO_PARAMETERS,
        },
      ],
    },
    tabs: { Overview: 'fail', Task: 'Anomaly', 'Data Description': 'Pressure', 'Data hierarchy': 'a.csv' },
    warnings: [],
  }
}

function inferenceOnly(name: string): Generation {
  return {
    what: 'generation 1.2, inference alone, with all that may be empty',
    metadata: {
      metadata_version: '1.2',
      name,
      description: {
        title: '',
        overview: null,
        detail: '',
        contents_name: '',
        contents_version: '',
        alo_version: '',
      },
      wrangler_code_uri: null,
      edgeconductor_interface: EDGE,
      edgeapp_interface: { single_pipeline: true, redis_server_uri: '', redis_db_number: 0 },
      pipeline: [
        {
          type: 'inference',
          container_uri: '',
          dataset_uri: null,
          artifact_uri: '',
          model_uri: null,
          resource: { default: 'huge' },
          parameters: { candidate_parameters: [], selected_user_parameters: null, user_parameters: '' },
        },
      ],
    },
    tabs: {},
    warnings: ['names neither a command nor a container', 'the tier "huge"'],
  }
}

/** One of each, named after `name`. */
export function generations(name: string): Generation[] {
  return [first, second, third, inferenceOnly].map((make, at) => make(`${name}-${at + 1}`))
}
