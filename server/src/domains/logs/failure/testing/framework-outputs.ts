import type { Output } from './output.ts'

/** Exceptions with the lines that launchers and frameworks write around them. */
export const FRAMEWORK_OUTPUTS: Output[] = [
  {
    of: 'torchrun, of two ranks',
    log: `[rank1]: Traceback (most recent call last):
[rank1]:   File "/code/train.py", line 9, in <module>
[rank1]:     main()
[rank1]: RuntimeError: connection reset by peer
[rank0]: Traceback (most recent call last):
[rank0]:   File "/code/train.py", line 31, in <module>
[rank0]:     loss = step(batch)
[rank0]: ValueError: loss is not finite at step 40
W0101 10:00:00.000 123 torch/distributed/elastic/multiprocessing/api.py:897] Sending process 12 closing signal SIGTERM
E0101 10:00:00.000 123 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) local_rank: 0 (pid: 11) of binary: /usr/bin/python3
Traceback (most recent call last):
  File "/usr/local/bin/torchrun", line 8, in <module>
    sys.exit(main())
  File "/usr/lib/python3.11/site-packages/torch/distributed/launcher/api.py", line 264, in launch_agent
    raise ChildFailedError(
torch.distributed.elastic.multiprocessing.errors.ChildFailedError: 
============================================================
train.py FAILED
------------------------------------------------------------
Failures:
[1]:
  time      : 2026-01-01_10:00:00
  rank      : 1 (local_rank: 1)
  exitcode  : 1 (pid: 12)
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2026-01-01_10:00:00
  rank      : 0 (local_rank: 0)
  exitcode  : 1 (pid: 11)
  error_file: <N/A>
============================================================
`,
    title: 'ValueError: loss is not finite at step 40',
    place: '/code/train.py:31',
  },
  {
    of: 'ranks that write at the same time',
    log: `[rank0]: Traceback (most recent call last):
[rank1]: Traceback (most recent call last):
[rank0]:   File "/code/train.py", line 31, in <module>
[rank1]:   File "/code/train.py", line 9, in <module>
[rank0]:     loss = step(batch)
[rank1]:     main()
[rank0]: ValueError: loss is not finite
[rank1]: RuntimeError: connection reset by peer
`,
    title: 'RuntimeError: connection reset by peer',
    place: '/code/train.py:9',
  },
  {
    of: 'a long message',
    log: `Traceback (most recent call last):
  File "/code/train.py", line 3, in <module>
    net.load_state_dict(state)
RuntimeError: Error(s) in loading state_dict for Net:
	size mismatch for layer 0
	size mismatch for layer 1
	size mismatch for layer 2
	size mismatch for layer 3
	size mismatch for layer 4
	size mismatch for layer 5
	size mismatch for layer 6
	size mismatch for layer 7
	size mismatch for layer 8
	size mismatch for layer 9
	size mismatch for layer 10
	size mismatch for layer 11
	size mismatch for layer 12
	size mismatch for layer 13
	size mismatch for layer 14
	size mismatch for layer 15
	size mismatch for layer 16
	size mismatch for layer 17
	size mismatch for layer 18
	size mismatch for layer 19
	size mismatch for layer 20
	size mismatch for layer 21
	size mismatch for layer 22
	size mismatch for layer 23
	size mismatch for layer 24
	size mismatch for layer 25
	size mismatch for layer 26
	size mismatch for layer 27
	size mismatch for layer 28
	size mismatch for layer 29
`,
    title:
      'RuntimeError: Error(s) in loading state_dict for Net: size mismatch for layer 0 size mismatch for layer 1 size mismatch for layer 2 size mismatch for layer 3 size mismatch for layer 4 size mismatch for layer 5 size mismatch for layer 6 size mismatch for layer 7 size mismatch for layer 8 size mismatch for layer 9 size mismatch for layer 10 size mismatch for layer 11',
    place: '/code/train.py:3',
  },
  {
    of: 'an error that was logged and raised',
    log: `2026-01-01 10:00:00 ERROR training failed
Traceback (most recent call last):
  File "/code/train.py", line 3, in <module>
    fit()
RuntimeError: CUDA error: device-side assert triggered
CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
For debugging consider passing CUDA_LAUNCH_BLOCKING=1
`,
    title: 'RuntimeError: CUDA error: device-side assert triggered',
    place: '/code/train.py:3',
  },
  {
    of: 'an error that was logged, with a note after it',
    log: `2026-01-01 10:00:00 ERROR training failed
Traceback (most recent call last):
  File "/code/train.py", line 3, in <module>
    fit()
ValueError: no rows
2026-01-01 10:00:01 INFO closing
`,
    title: 'ValueError: no rows',
    place: '/code/train.py:3',
  },
  {
    of: 'accelerate launch',
    log: `Traceback (most recent call last):
  File "/code/train.py", line 5, in <module>
    raise KeyError('labels')
KeyError: 'labels'
Traceback (most recent call last):
  File "/usr/local/bin/accelerate", line 8, in <module>
    sys.exit(main())
  File "/usr/lib/python3.11/site-packages/accelerate/commands/launch.py", line 763, in simple_launcher
    raise subprocess.CalledProcessError(returncode=process.returncode, cmd=cmd)
subprocess.CalledProcessError: Command '['/usr/bin/python3', 'train.py']' returned non-zero exit status 1.
`,
    title: "KeyError: 'labels'",
    place: '/code/train.py:5',
  },
  {
    of: 'deepspeed',
    log: `[rank0]: Traceback (most recent call last):
[rank0]:   File "/code/train.py", line 7, in <module>
[rank0]: ValueError: bad config
[2026-01-01 10:00:00,000] [INFO] [launch.py:319:sigkill_handler] Killing subprocess 11
[2026-01-01 10:00:00,000] [ERROR] [launch.py:325:sigkill_handler] ['python3', 'train.py'] exits with return code = 1
`,
    title: 'ValueError: bad config',
    place: '/code/train.py:7',
  },
  {
    of: 'mp.spawn of PyTorch',
    log: `Traceback (most recent call last):
  File "/code/main.py", line 20, in <module>
    mp.spawn(work, nprocs=2)
  File "/usr/lib/python3.11/site-packages/torch/multiprocessing/spawn.py", line 202, in join
    raise ProcessRaisedException(msg, error_index, failed_process.pid)
torch.multiprocessing.spawn.ProcessRaisedException: 

-- Process 1 terminated with the following error:
Traceback (most recent call last):
  File "/usr/lib/python3.11/site-packages/torch/multiprocessing/spawn.py", line 90, in _wrap
    fn(i, *args)
  File "/code/main.py", line 8, in work
    raise ValueError('shard 1 is empty')
ValueError: shard 1 is empty

`,
    title: 'ValueError: shard 1 is empty',
    place: '/code/main.py:8',
  },
  {
    of: 'pydantic',
    log: `Traceback (most recent call last):
  File "/code/train.py", line 4, in <module>
    Settings(lr='x')
  File "/usr/lib/python3.11/site-packages/pydantic/main.py", line 193, in __init__
    self.__pydantic_validator__.validate_python(data, self_instance=self)
pydantic_core._pydantic_core.ValidationError: 2 validation errors for Settings
lr
  Input should be a valid number, unable to parse string as a number [type=float_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2.9/v/float_parsing
epochs
  Field required [type=missing, input_value={'lr': 'x'}, input_type=dict]
    For further information visit https://errors.pydantic.dev/2.9/v/missing
`,
    title:
      "pydantic_core._pydantic_core.ValidationError: 2 validation errors for Settings lr Input should be a valid number, unable to parse string as a number [type=float_parsing, input_value='x', input_type=str] epochs Field required [type=missing, input_value={'lr': 'x'}, input_type=dict]",
    place: '/code/train.py:4',
  },
  {
    of: 'Hydra, an exception of the job',
    log: `Error executing job with overrides: ['lr=x']
Traceback (most recent call last):
  File "/code/train.py", line 10, in main
    fit(cfg)
ValueError: could not convert string to float: 'x'

Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.
`,
    title: "ValueError: could not convert string to float: 'x'",
    place: '/code/train.py:10',
  },
  {
    of: 'papermill',
    log: `Traceback (most recent call last):
  File "/usr/local/bin/papermill", line 8, in <module>
    sys.exit(papermill())
  File "/usr/lib/python3.11/site-packages/papermill/execute.py", line 251, in raise_for_execution_errors
    raise error
papermill.exceptions.PapermillExecutionError: 
---------------------------------------------------------------------------
Exception encountered at "In [3]":
---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
Cell In[3], line 2
      1 rows = 0
----> 2 raise ValueError(f"{rows} rows in the table")

ValueError: 0 rows in the table

`,
    title: 'ValueError: 0 rows in the table',
    place: 'Cell In[3]:2',
  },
  {
    of: 'IPython, in a file',
    log: `---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
File /code/features.py:12, in build(table)
     11 def build(table):
---> 12     return table["price"]

KeyError: 'price'
`,
    title: "KeyError: 'price'",
    place: '/code/features.py:12',
  },
  {
    of: "rich's traceback",
    log: `╭───────────────────── Traceback (most recent call last) ─────────────────────╮
│ /code/train.py:12 in <module>                                               │
│                                                                             │
│    9 def main():                                                            │
│ ❱ 12 main()                                                                 │
│                                                                             │
│ /usr/lib/python3.11/site-packages/pandas/io/common.py:33 in get_handle      │
╰─────────────────────────────────────────────────────────────────────────────╯
FileNotFoundError: [Errno 2] No such file or directory: 'a.csv'
`,
    title: "FileNotFoundError: [Errno 2] No such file or directory: 'a.csv'",
    place: '/code/train.py:12',
  },
  {
    of: 'Ray',
    log: `Traceback (most recent call last):
  File "/code/main.py", line 9, in <module>
    ray.get(work.remote())
ray.exceptions.RayTaskError(ValueError): ray::work() (pid=12, ip=10.0.0.1)
  File "/code/main.py", line 5, in work
    raise ValueError('bad part')
ValueError: bad part
`,
    title: 'ValueError: bad part',
    place: '/code/main.py:5',
  },
  {
    of: 'wandb after an exception',
    log: `Traceback (most recent call last):
  File "/code/train.py", line 3, in <module>
    fit()
RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB.
wandb: 
wandb: Run history:
wandb:  loss
wandb: Synced 5 W&B file(s)
wandb: Find logs at: ./wandb/run-1/logs
wandb: a
wandb: b
wandb: c
wandb: d
wandb: e
wandb: f
`,
    title: 'RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB.',
    place: '/code/train.py:3',
  },
  {
    of: 'CUDA',
    log: `Traceback (most recent call last):
  File "/code/train.py", line 3, in <module>
    fit()
RuntimeError: CUDA error: device-side assert triggered
CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
For debugging consider passing CUDA_LAUNCH_BLOCKING=1
`,
    title: 'RuntimeError: CUDA error: device-side assert triggered',
    place: '/code/train.py:3',
  },
  {
    of: 'Keras, with colours',
    log: `\u001b[1mEpoch 1/5\u001b[0m
Traceback (most recent call last):
  File "/code/fit.py", line 8, in <module>
    model.fit(x, y)
ValueError: Exception encountered when calling Dense.call().

\u001b[1mMatrix size-incompatible: In[0]: [32,3], In[1]: [4,8]\u001b[0m

Arguments received by Dense.call():
  • inputs=tf.Tensor(shape=(32, 3), dtype=float32)
`,
    title: 'ValueError: Exception encountered when calling Dense.call().',
    place: '/code/fit.py:8',
  },
]
