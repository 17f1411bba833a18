// @module-tag python
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { inFolder } from './testing/program.ts'

test('lists the packages that a program imports through its own modules, by the names that are installed', async () => {
  const files = {
    'app/train.py': `
from __future__ import annotations
import os, json
import numpy as np, yaml
from sklearn.linear_model import Ridge
from PIL import Image
import google.protobuf.message
from google.cloud import storage
import podium
import model
from .near import thing
from lib.deep import other
import tools.io
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import polars
else:
    import pandas
try:
    import cupy
except ImportError:
    cupy = None
try:
    import bs4
finally:
    pass
def later(on=False):
    import cv2
    if is_wandb_available():
        import wandb
    if on:
        import tqdm
`,
    'app/model.py': 'import torch\nfrom torch import nn\nimport model\n',
    'app/near.py': 'import dotenv\n',
    'lib/__init__.py': 'import jwt\n',
    'lib/deep.py': 'from lib import deep\nfrom dateutil import parser\n',
    'lib/unused.py': 'import jax\n',
    'src/tools/io.py': 'import skimage.io\n',
    'data/rows.csv': 'a\n',
  }
  await inFolder(files, async (root) => {
    expect(await importsOf(root, join(root, 'app/train.py'))).toEqual([
      'beautifulsoup4',
      'google-cloud-storage',
      'numpy',
      'opencv-python-headless',
      'pandas',
      'Pillow',
      'protobuf',
      'PyJWT',
      'python-dateutil',
      'python-dotenv',
      'PyYAML',
      'scikit-image',
      'scikit-learn',
      'torch',
      'tqdm',
    ])
  })
})

test('reads a notebook, and takes nothing from a file that is no Python', async () => {
  const cells = [
    { cell_type: 'markdown', source: ['import no'] },
    {
      cell_type: 'code',
      source: ['%matplotlib inline\n', '!pip install x\n', 'import matplotlib.pyplot as plt\n'],
    },
  ]
  const files = { 'a.ipynb': JSON.stringify({ cells }), 'b.py': 'import (' }
  await inFolder(files, async (root) => {
    expect(await importsOf(root, join(root, 'a.ipynb'))).toEqual(['matplotlib'])
    expect(await importsOf(root, join(root, 'b.py'))).toEqual([])
  })
})
