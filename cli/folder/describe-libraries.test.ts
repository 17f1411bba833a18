// @module-tag python
import { join } from 'node:path'
import { wordsOf } from '@podium/contract/solution-metadata/program.ts'
import { expect, test } from 'vitest'
import { describeProgram } from './describe-program.ts'
import { inFolder, inShort } from './testing/program.ts'

interface Program {
  title: string
  source: string
  typed?: string[]
  parameters: string[]
  /** the words for these values, as the library reads them */
  values?: Record<string, unknown>
  words?: string[]
}

const PROGRAMS: Program[] = [
  {
    title: 'options and arguments of click',
    source: `
import click
@click.command()
@click.option("--epochs", "-e", default=3, show_default=True, help="How often.")
@click.option("--rate", type=click.FloatRange(0, 1), default=0.1)
@click.option("--layer", "layers", multiple=True, type=int)
@click.option("--betas", nargs=2, type=float, default=(0.9, 0.99))
@click.option("--shuffle/--no-shuffle", " /-S", default=True)
@click.option("--fast", is_flag=True)
@click.option("--warm", default=False, type=bool)
@click.option("-v", "--verbose", count=True)
@click.option("--kind", type=click.Choice(["a", "b"]), default="a")
@click.argument("source", type=click.Path(exists=True))
@click.argument("more", nargs=-1)
def train(**options):
    pass
if __name__ == "__main__":
    train()`,
    parameters: [
      'source string',
      'more string',
      'epochs int = 3',
      'rate float = 0.1 in 0..1',
      'layers string',
      'betas string = 0.9 0.99',
      'shuffle bool = true',
      'fast bool = false',
      'warm bool = false',
      'kind single_selection = a of a, b',
    ],
    values: { source: 'a.csv', epochs: 5, layers: ['8', '4'], shuffle: false, fast: true, warm: true },
    words: [
      'a.csv',
      '--epochs',
      '5',
      '--layer',
      '8',
      '--layer',
      '4',
      '--no-shuffle',
      '--fast',
      '--warm',
      'true',
    ],
  },
  {
    title: 'the chosen sub-command of a group of click, with options that a helper adds',
    source: `
import rich_click as click
def common(function):
    function = click.option("--seed", type=int, default=1)(function)
    return click.option("--name", default="x")(function)
@click.group()
@click.option("--debug/--no-debug", default=False)
def cli(debug):
    pass
@cli.command()
@common
def fit(**options):
    pass
@click.command("show-all")
def show():
    pass
cli.add_command(show)
cli(obj={})`,
    typed: ['--debug', 'fit'],
    parameters: ['debug bool = false', 'name string = x', 'seed int = 1'],
    values: { debug: true, seed: 2 },
    words: ['--debug', 'fit', '--seed', '2'],
  },
  {
    title: 'a single command of typer',
    source: `
import typer
from enum import Enum
from pathlib import Path
from typing import Annotated, List, Literal, Optional
class Kind(str, Enum):
    small = "s"
    large = "l"
app = typer.Typer()
@app.command()
def main(
    source: Path,
    epochs: int = 3,
    learning_rate: float = typer.Option(0.1, "--lr", help="Size of a step.", min=0, max=1),
    shuffle: bool = True,
    force: Annotated[bool, typer.Option("--force", "-f")] = False,
    kind: Kind = Kind.small,
    mode: Literal["a", "b"] = "a",
    tag: Optional[List[str]] = None,
    limit: "Annotated[int | None, typer.Option(help='Rows.')]" = None,
):
    pass
if __name__ == "__main__":
    app()`,
    parameters: [
      'source string',
      'epochs int = 3',
      'learning_rate float = 0.1 in 0..1',
      'shuffle bool = true',
      'force bool = false',
      'kind single_selection = s of s, l',
      'mode single_selection = a of a, b',
      'tag string',
      'limit int',
    ],
    values: { source: 'a', learning_rate: 0.5, shuffle: false, force: true, tag: ['x', 'y'], limit: 7 },
    words: ['a', '--lr', '0.5', '--no-shuffle', '--force', '--tag', 'x', '--tag', 'y', '--limit', '7'],
  },
  {
    title: 'one of several commands of typer',
    source: `
import typer
app = typer.Typer()
@app.callback()
def start(verbose: bool = False):
    pass
@app.command()
def train_all(epochs: int = 3):
    pass
@app.command("check")
def other():
    pass
app()`,
    typed: ['train-all', '--epochs', '4'],
    parameters: ['verbose bool = false', 'epochs int = 3'],
    values: { epochs: 4 },
    words: ['train-all', '--epochs', '4'],
  },
  {
    title: 'a function that typer runs',
    source: 'import typer\ndef main(name: str, count: int = 1):\n    pass\ntyper.run(main)',
    parameters: ['name string', 'count int = 1'],
    values: { name: 'x', count: 2 },
    words: ['x', '--count', '2'],
  },
  {
    title: 'a function that fire calls',
    source: `
import fire
def train(base_model: str = "", epochs=3, rate: float = 0.1, layers=None, shuffle: bool = True, **more):
    """Trains.

    Args:
        epochs: how often
    """
if __name__ == "__main__":
    fire.Fire(train)`,
    parameters: [
      'base_model string',
      'epochs float = 3',
      'rate float = 0.1',
      'layers string',
      'shuffle bool = true',
    ],
    values: { base_model: 'b', epochs: 5, shuffle: false },
    words: ['--base_model', 'b', '--epochs', '5', '--noshuffle'],
  },
  {
    title: 'a dataclass for tyro',
    source: `
import tyro
from dataclasses import dataclass, field
from typing import Optional
@dataclass
class Optimizer:
    learning_rate: float = 3e-4
    fused: bool = False
@dataclass
class Args:
    env_id: str = "CartPole-v1"
    """the environment"""
    total_timesteps: int = 500000
    track: bool = False
    anneal: bool = True
    target_kl: Optional[float] = None
    optimizer: Optimizer = field(default_factory=Optimizer)
args = tyro.cli(Args)`,
    parameters: [
      'env_id string = CartPole-v1',
      'total_timesteps int = 500000',
      'track bool = false',
      'anneal bool = true',
      'target_kl float',
      'optimizer.learning_rate float = 0.0003',
      'optimizer.fused bool = false',
    ],
    values: {
      env_id: 'x',
      track: true,
      anneal: false,
      'optimizer.learning_rate': 0.1,
      'optimizer.fused': false,
    },
    words: [
      '--env-id',
      'x',
      '--track',
      '--no-anneal',
      '--optimizer.learning-rate',
      '0.1',
      '--optimizer.no-fused',
    ],
  },
  {
    title: 'constants that a configurator replaces, as nanoGPT does',
    source: `
import os
out_dir = "out"
always_save = True
batch_size = 12
learning_rate = 6e-4
grad_clip = 1.0
_hidden = 3
config_keys = [k for k, v in globals().items() if not k.startswith("_") and isinstance(v, (int, float, bool, str))]
exec(open("configurator.py").read())
later = 4`,
    parameters: [
      'out_dir string = out',
      'always_save bool = true',
      'batch_size int = 12',
      'learning_rate float = 0.0006',
      'grad_clip float',
    ],
    values: { out_dir: 'x', always_save: false, batch_size: 8, learning_rate: 0.5 },
    words: ['--out_dir=x', '--always_save=False', '--batch_size=8', '--learning_rate=0.5'],
  },
  {
    title: 'the fields for HfArgumentParser',
    source: `
from dataclasses import dataclass, field
from transformers import HfArgumentParser, TrainingArguments
@dataclass
class ModelArguments:
    model_name: str = field(metadata={"help": "Path or name."})
    use_fast: bool = field(default=True, metadata={"help": "Faster."})
    dtype: str | None = field(default="auto", metadata={"choices": ["auto", "float16"]})
def main():
    parser = HfArgumentParser((ModelArguments, TrainingArguments))
    model, training = parser.parse_args_into_dataclasses()
main()`,
    parameters: [
      'model_name string',
      'use_fast bool = true',
      'dtype single_selection = auto of auto, float16',
    ],
    values: { model_name: 'm', use_fast: false },
    words: ['--model_name', 'm', '--use_fast', 'false'],
  },
]

test.each(PROGRAMS)('describes $title', async ({ source, typed = [], parameters, values, words }) => {
  await inFolder({ 'train.py': source }, async (folder) => {
    const described = await describeProgram(join(folder, 'train.py'), { words: typed })
    if (described === null) throw new Error('Nothing is described.')
    expect(described.parameters.map(inShort)).toEqual(parameters)
    const program = { command: ['train.py'], arguments: described.arguments }
    expect(wordsOf(program, { main: values ?? {} }).slice(1)).toEqual(words)
  })
})

const HYDRA = `
import hydra
from omegaconf import DictConfig
@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(config: DictConfig):
    pass
if __name__ == "__main__":
    main()`

test('describes what the configuration of Hydra names', async () => {
  const files = {
    'train.py': HYDRA,
    'conf/config.yaml': `
defaults:
  - _self_
  - base
  - model: cnn
  - optional experiment: null
  - override hydra/launcher: joblib
seed: 1
optimizer:
  name: adam
  rate: 1e-3
  nesterov: false
layers: [64, 64]
output: \${hydra:runtime.output_dir}
source: ???
`,
    'conf/base.yaml': 'epochs: 3\n',
    'conf/model/cnn.yaml': 'width: 32\n',
    'conf/model/mlp.yaml': '# @package _group_\ndepth: 2\n',
    'conf/experiment/long.yaml': 'epochs: 9\n',
  }
  await inFolder(files, async (folder) => {
    const described = await describeProgram(join(folder, 'train.py'))
    expect(described?.parameters.map(inShort)).toEqual([
      'epochs float = 3',
      'model single_selection = cnn of cnn, mlp',
      'model.width float',
      'experiment single_selection of long',
      'seed float = 1',
      'optimizer.name string = adam',
      'optimizer.rate float = 0.001',
      'optimizer.nesterov bool = false',
      'source string',
    ])
    expect(described?.arguments).toBe('hydra')
    expect(described?.parameters[2]?.description).toBe('32 in model/cnn.yaml')
  })
})

test('leaves out defaults that would undo what a choice of a group says for the whole configuration', async () => {
  const files = {
    'train.py': HYDRA,
    'conf/config.yaml': 'defaults:\n  - model: cnn\n  - experiment: null\nseed: 1\n',
    'conf/model/cnn.yaml': '',
    'conf/experiment/long.yaml': '# @package _global_\nseed: 9\n',
  }
  await inFolder(files, async (folder) => {
    const described = await describeProgram(join(folder, 'train.py'))
    expect(described?.parameters).toEqual([
      {
        name: 'model',
        type: 'single_selection',
        description: 'cnn in the configuration',
        selectable: ['cnn'],
      },
      { name: 'experiment', type: 'single_selection', selectable: ['long'] },
      { name: 'seed', type: 'float', description: '1 in the configuration' },
    ])
  })
})

test('describes the constants in the cell of a notebook that is tagged for parameters', async () => {
  const cells = [
    { cell_type: 'code', metadata: {}, source: ['other = 1'] },
    {
      cell_type: 'code',
      metadata: { tags: ['parameters'] },
      source: ['epochs = 3\n', 'fast = False\n', 'rows = read()'],
    },
  ]
  await inFolder({ 'x.ipynb': JSON.stringify({ cells }) }, async (folder) => {
    const described = await describeProgram(join(folder, 'x.ipynb'))
    expect(described?.parameters.map(inShort)).toEqual(['epochs int = 3', 'fast bool = false'])
    const program = { command: [], arguments: described?.arguments }
    expect(wordsOf(program, { main: { epochs: 5, fast: true } })).toEqual(['epochs=5', 'fast=True'])
  })
})
