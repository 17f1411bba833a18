/** The packages whose modules have another name. */
const DISTRIBUTIONS: Readonly<Record<string, string>> = {
  attr: 'attrs',
  Bio: 'biopython',
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  distutils: 'setuptools',
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
 * Returns the package that has a module, which mostly has the module's name. Returns null for a module that no package
 * on an index has by itself, and for an unknown one of `google`, because each of these is of another package.
 */
export function distributionOf(importName: string): string | null {
  if (Object.hasOwn(DISTRIBUTIONS, importName)) return DISTRIBUTIONS[importName] ?? null
  const isOfAnother = importName.startsWith('_') || importName.includes('.') || importName === 'google'
  return isOfAnother ? null : importName
}
