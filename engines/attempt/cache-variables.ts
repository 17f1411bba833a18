import { join } from 'node:path'

/**
 * Returns the variables that point programs to the caches of their workspace. Most programs follow XDG_CACHE_HOME (pip,
 * matplotlib, seaborn, extensions of torch); the other variables are for programs that do not. MPLCONFIGDIR is missing
 * because it would hide a matplotlibrc of the source.
 */
export function cacheVariables(folder: string): Record<string, string> {
  return {
    XDG_CACHE_HOME: folder,
    HF_HOME: join(folder, 'huggingface'),
    TORCH_HOME: join(folder, 'torch'),
    TORCHINDUCTOR_CACHE_DIR: join(folder, 'torchinductor'),
    TRITON_CACHE_DIR: join(folder, 'triton'),
    CUDA_CACHE_PATH: join(folder, 'nv'),
    NUMBA_CACHE_DIR: join(folder, 'numba'),
    KERAS_HOME: join(folder, 'keras'),
    // By default /var/tmp, which runs in the sandbox cannot write.
    DVC_SITE_CACHE_DIR: join(folder, 'dvc'),
    NLTK_DATA: join(folder, NLTK_FOLDER),
    SCIKIT_LEARN_DATA: join(folder, 'scikit_learn_data'),
  }
}

/** nltk downloads to the folder in NLTK_DATA only if that exists. */
export const NLTK_FOLDER = 'nltk_data'
