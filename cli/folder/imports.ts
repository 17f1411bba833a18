import { dirname, resolve } from 'node:path'
import { runScript } from './python-scripts.ts'

/** The packages whose modules have another name. */
const PACKAGES: Record<string, string> = {
  attr: 'attrs',
  Bio: 'biopython',
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  faiss: 'faiss-cpu',
  fitz: 'PyMuPDF',
  gi: 'PyGObject',
  git: 'GitPython',
  'google.cloud.bigquery': 'google-cloud-bigquery',
  'google.cloud.storage': 'google-cloud-storage',
  'google.protobuf': 'protobuf',
  hydra: 'hydra-core',
  imblearn: 'imbalanced-learn',
  IPython: 'ipython',
  jose: 'python-jose',
  jwt: 'PyJWT',
  Levenshtein: 'python-Levenshtein',
  lightning_fabric: 'lightning',
  magic: 'python-magic',
  MySQLdb: 'mysqlclient',
  nacl: 'PyNaCl',
  OpenSSL: 'pyOpenSSL',
  PIL: 'Pillow',
  pkg_resources: 'setuptools',
  pptx: 'python-pptx',
  psycopg2: 'psycopg2-binary',
  pytorch_lightning: 'pytorch-lightning',
  rest_framework: 'djangorestframework',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  skopt: 'scikit-optimize',
  slugify: 'python-slugify',
  snappy: 'python-snappy',
  tensorboard_logger: 'tensorboard-logger',
  umap: 'umap-learn',
  usb: 'pyusb',
  yaml: 'PyYAML',
  zmq: 'pyzmq',
}

/**
 * Returns the packages that a Python program or notebook imports, also through modules of its own, ordered by name. Those
 * that it can do without (`try … except ImportError`) are left out. Returns [] without Python.
 * @param root of the project: modules are looked for beside the program, in the root and in its `src`
 */
export async function importsOf(root: string, file: string): Promise<string[]> {
  const path = resolve(file)
  const folders = [dirname(path), resolve(root), resolve(root, 'src')]
  const names = ((await runScript('imports_of', [path, JSON.stringify(folders)])) ?? []) as string[]
  const packages = names.flatMap((name) => packageOf(name) ?? [])
  return [...new Set(packages)].sort((a, b) => a.localeCompare(b, 'en'))
}

/** The package of a module; null for a module of `google` that is not known, because each is of another package. */
function packageOf(module: string): string | null {
  if (Object.hasOwn(PACKAGES, module)) return PACKAGES[module] ?? null
  return module.startsWith('google') ? null : module
}
