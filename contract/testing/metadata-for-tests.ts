/** Metadata of a solution that trains and infers, with parameters of several types; sample data for both. */
export function metadataForTests(): Record<string, unknown> & { pipeline: Record<string, unknown>[] } {
  return {
    metadata_version: 1.2,
    name: 'penguins',
    pipeline: [
      {
        type: 'train',
        command: ['python3', 'train.py'],
        dataset_uri: ['ai-solutions/penguins/v3/train/data/'],
        artifact_uri: 'ai-solutions/penguins/v3/train/artifacts/',
        resource: { default: 'standard' },
        parameters: {
          candidate_parameters: [],
          selected_user_parameters: [],
          user_parameters: [
            {
              step: 'train',
              args: [
                { name: 'epochs', type: 'int', default: [20], range: [1, 200] },
                { name: 'rate', type: 'float', default: [0.1], range: [0, 1] },
                {
                  name: 'scaling',
                  type: 'single_selection',
                  default: 'standard',
                  selectable: ['standard', 'none'],
                },
              ],
            },
          ],
        },
      },
      {
        type: 'inference',
        command: ['python3', 'inference.py'],
        dataset_uri: [],
        model_uri: 'ai-solutions/penguins/v3/train/artifacts/',
        resource: { default: 'standard' },
        parameters: { candidate_parameters: [], selected_user_parameters: [], user_parameters: [] },
      },
    ],
  }
}
