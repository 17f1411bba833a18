const BUCKET = 's3://first-bucket'

const PARAMETERS = {
  candidate_parameters: [{ step: 'train', args: [{ epochs: 20, metric: 'auto' }], ui_args: ['epochs'] }],
  selected_user_parameters: [{ step: 'train', args: {} }],
  user_parameters: [
    {
      step: 'train',
      args: [{ name: 'epochs', description: '', type: 'int', default: [20], range: [1, 200] }],
    },
  ],
}

/** Metadata of generation 1.2, as a registration client writes them for that version of the solution. */
export function clientMetadata(name: string, version = 1) {
  return {
    metadata_version: 1.2,
    name,
    description: {
      title: name,
      overview: 'Tells good pumps from bad ones.',
      detail: [{ title: 'Task', content: 'Classification' }],
      contents_name: 'tcr',
      contents_version: '2.0.0',
      alo_version: '2.6.0',
      inference_build_type: 'amd64',
    },
    wrangler_code_uri: '',
    wrangler_dataset_uri: '',
    edgeconductor_interface: {
      support_labeling: false,
      inference_result_datatype: 'table',
      train_datatype: 'table',
      labeling_column_name: null,
    },
    edgeapp_interface: { single_pipeline: false, redis_server_uri: '', redis_db_number: 0 },
    pipeline: [
      { ...pipelineOf('train', name, version), parameters: PARAMETERS },
      {
        ...pipelineOf('inference', name, version),
        model_uri: `${BUCKET}/ai-solutions/${name}/v${version}/train/artifacts/`,
        parameters: { candidate_parameters: [], selected_user_parameters: [], user_parameters: [] },
      },
    ],
  }
}

/** Metadata of generation 1.1, in which each pipeline names its tier. */
export function olderClientMetadata(name: string, train_resource = 'high') {
  const { pipeline, ...rest } = clientMetadata(name)
  return {
    ...rest,
    metadata_version: 1.1,
    description: {
      title: name,
      problem: 'Bad pumps look like good ones.',
      data: 'Pressure, once a second.',
      key_feature: 'Explains itself.',
      value: 'Fewer stops.',
      note_and_contact: 'pumps@example.org',
      contents_name: 'tcr',
      contents_version: '1.7.0',
      alo_version: '2.5.3',
      inference_build_type: 'amd64',
      icon: 's3://icons/icons/anomaly_detection.svg',
    },
    pipeline: pipeline.map((one) => ({
      ...one,
      resource: { default: one.type === 'train' ? train_resource : 'standard' },
    })),
  }
}

function pipelineOf(type: 'train' | 'inference', name: string, version: number) {
  const address = `${BUCKET}/ai-solutions/${name}/v${version}/${type}`
  return {
    type,
    container_uri: `localhost/first/ai-solutions/${name}/${type}/${name}:v${version}`,
    dataset_uri: [`${address}/data/`],
    artifact_uri: `${address}/artifacts/`,
  }
}
