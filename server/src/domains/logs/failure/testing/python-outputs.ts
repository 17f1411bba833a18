import type { Output } from './output.ts'

/** Ends that Python itself writes. */
export const PYTHON_OUTPUTS: Output[] = [
  {
    of: 'an exception group',
    log: `  + Exception Group Traceback (most recent call last):
  |   File "/code/group.py", line 9, in <module>
  |     main()
  |   File "/code/group.py", line 8, in main
  |     raise ExceptionGroup('two', es)
  | ExceptionGroup: two (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/code/group.py", line 6, in main
    |     try: g()
    |          ^^^
    |   File "/code/group.py", line 2, in f
    |     raise ValueError('a')
    | ValueError: a
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/code/group.py", line 6, in main
    |     try: g()
    |          ^^^
    |   File "/code/group.py", line 5, in <lambda>
    |     for g in (f, lambda: {}['b']):
    |                          ~~^^^^^
    | KeyError: 'b'
    +------------------------------------
`,
    title: "ExceptionGroup: two (2 sub-exceptions) ValueError: a KeyError: 'b'",
    place: '/code/group.py:8',
  },
  {
    of: 'a worker of ProcessPoolExecutor',
    log: `concurrent.futures.process._RemoteTraceback: 
"""
Traceback (most recent call last):
  File "/usr/lib/python3.11/concurrent/futures/process.py", line 261, in _process_worker
    r = call_item.fn(*call_item.args, **call_item.kwargs)
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/concurrent/futures/process.py", line 210, in _process_chunk
    return [fn(*args) for args in chunk]
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/concurrent/futures/process.py", line 210, in <listcomp>
    return [fn(*args) for args in chunk]
            ^^^^^^^^^
  File "/code/pool.py", line 3, in work
    raise ValueError(f'bad row {row}')
ValueError: bad row 7
"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/code/pool.py", line 6, in <module>
    list(pool.map(work, [7]))
  File "/usr/lib/python3.11/concurrent/futures/process.py", line 620, in _chain_from_iterable_of_lists
    for element in iterable:
  File "/usr/lib/python3.11/concurrent/futures/_base.py", line 619, in result_iterator
    yield _result_or_cancel(fs.pop())
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/concurrent/futures/_base.py", line 317, in _result_or_cancel
    return fut.result(timeout)
           ^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/concurrent/futures/_base.py", line 456, in result
    return self.__get_result()
           ^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/concurrent/futures/_base.py", line 401, in __get_result
    raise self._exception
ValueError: bad row 7
`,
    title: 'ValueError: bad row 7',
    place: '/code/pool.py:3',
  },
  {
    of: 'a worker of multiprocessing.Pool',
    log: `multiprocessing.pool.RemoteTraceback: 
"""
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 125, in worker
    result = (True, func(*args, **kwds))
                    ^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 48, in mapstar
    return list(map(*args))
           ^^^^^^^^^^^^^^^^
  File "/code/mppool.py", line 3, in work
    raise ValueError(f'bad row {row}')
ValueError: bad row 7
"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/code/mppool.py", line 6, in <module>
    pool.map(work, [7])
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 367, in map
    return self._map_async(func, iterable, mapstar, chunksize).get()
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 774, in get
    raise self._value
ValueError: bad row 7
`,
    title: 'ValueError: bad row 7',
    place: '/code/mppool.py:3',
  },
  {
    of: 'a child of subprocess.run',
    log: `Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode
    obj, end = self.raw_decode(s, idx=_w(s, 0).end())
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 353, in raw_decode
    obj, end = self.scan_once(s, idx)
               ^^^^^^^^^^^^^^^^^^^^^^
json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
Traceback (most recent call last):
  File "/code/child.py", line 2, in <module>
    subprocess.run([sys.executable, '-c', 'import json; json.loads("{")'], check=True)
  File "/usr/lib/python3.11/subprocess.py", line 571, in run
    raise CalledProcessError(retcode, process.args,
subprocess.CalledProcessError: Command '['python3', '-c', 'import json; json.loads("{")']' returned non-zero exit status 1.
`,
    title:
      'json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
    place: '/usr/lib/python3.11/json/decoder.py:353',
  },
  {
    of: 'sys.exit with words, long after a traceback that was logged',
    log: `ERROR:root:no cache yet
Traceback (most recent call last):
  File "/code/exitwords.py", line 2, in <module>
    try: {}['cache']
         ~~^^^^^^^^^
KeyError: 'cache'
epoch 0
epoch 1
epoch 2
epoch 3
epoch 4
epoch 5
epoch 6
epoch 7
epoch 8
epoch 9
epoch 10
epoch 11
worse than the baseline 0.81
`,
    title: null,
    place: null,
  },
  {
    of: 'sys.exit with words, right after a traceback that was logged',
    log: `ERROR:root:no cache yet
Traceback (most recent call last):
  File "/code/exitsoon.py", line 2, in <module>
    try: {}['cache']
         ~~^^^^^^^^^
KeyError: 'cache'
worse than the baseline 0.81
`,
    title: null,
    place: null,
  },
  {
    of: 'a thread that ended long before',
    log: `Exception in thread Thread-1 (<lambda>):
Traceback (most recent call last):
  File "/usr/lib/python3.11/threading.py", line 1045, in _bootstrap_inner
    self.run()
  File "/usr/lib/python3.11/threading.py", line 982, in run
    self._target(*self._args, **self._kwargs)
  File "/code/thread.py", line 2, in <lambda>
    t=threading.Thread(target=lambda: 1/0); t.start(); t.join()
                                      ~^~
ZeroDivisionError: division by zero
epoch 0
epoch 1
epoch 2
epoch 3
epoch 4
epoch 5
epoch 6
epoch 7
epoch 8
epoch 9
epoch 10
epoch 11
gave up
`,
    title: null,
    place: null,
  },
  {
    of: 'a note',
    log: `Traceback (most recent call last):
  File "/code/note.py", line 1, in <module>
    e=ValueError('bad rate'); e.add_note('see config.yaml'); raise e
                                                             ^^^^^^^
ValueError: bad rate
see config.yaml
`,
    title: 'ValueError: bad rate',
    place: '/code/note.py:1',
  },
  {
    of: 'a syntax error',
    log: `Traceback (most recent call last):
  File "/code/syntax.py", line 1, in <module>
    exec(compile('x = (1,\\ny = 2', 'config.py', 'exec'))
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "config.py", line 1
    x = (1,
        ^
SyntaxError: '(' was never closed
`,
    title: "SyntaxError: '(' was never closed",
    place: 'config.py:1',
  },
  {
    of: 'a recursion',
    log: `Traceback (most recent call last):
  File "/code/recursion.py", line 2, in <module>
    f(0)
  File "/code/recursion.py", line 1, in f
    def f(n): return f(n+1)
                     ^^^^^^
  File "/code/recursion.py", line 1, in f
    def f(n): return f(n+1)
                     ^^^^^^
  File "/code/recursion.py", line 1, in f
    def f(n): return f(n+1)
                     ^^^^^^
  [Previous line repeated 996 more times]
RecursionError: maximum recursion depth exceeded
`,
    title: 'RecursionError: maximum recursion depth exceeded',
    place: '/code/recursion.py:1',
  },
  {
    of: 'load_state_dict',
    log: `Traceback (most recent call last):
  File "/code/multi.py", line 1, in <module>
    raise RuntimeError('Error(s) in loading state_dict for Net:\\n\\tMissing key(s) in state_dict: "fc.weight". \\n\\tsize mismatch for fc.bias: copying a param with shape torch.Size([10])')
RuntimeError: Error(s) in loading state_dict for Net:
	Missing key(s) in state_dict: "fc.weight". 
	size mismatch for fc.bias: copying a param with shape torch.Size([10])
`,
    title:
      'RuntimeError: Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "fc.weight". size mismatch for fc.bias: copying a param with shape torch.Size([10])',
    place: '/code/multi.py:1',
  },
  {
    of: 'an exception from another',
    log: `Traceback (most recent call last):
  File "/code/chained.py", line 1, in <module>
    try: {}['x']
         ~~^^^^^
KeyError: 'x'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/code/chained.py", line 2, in <module>
    except KeyError as e: raise RuntimeError('no x in the table') from e
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
RuntimeError: no x in the table
`,
    title: 'RuntimeError: no x in the table',
    place: '/code/chained.py:2',
  },
  {
    of: 'an exception while another was handled',
    log: `Traceback (most recent call last):
  File "/code/during.py", line 1, in <module>
    try: {}['x']
         ~~^^^^^
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/code/during.py", line 2, in <module>
    except KeyError: open('/none/config.yaml')
                     ^^^^^^^^^^^^^^^^^^^^^^^^^
FileNotFoundError: [Errno 2] No such file or directory: '/none/config.yaml'
`,
    title: "FileNotFoundError: [Errno 2] No such file or directory: '/none/config.yaml'",
    place: '/code/during.py:2',
  },
  {
    of: 'an assertion without words',
    log: `Traceback (most recent call last):
  File "/code/assertnone.py", line 1, in <module>
    assert False
AssertionError
`,
    title: 'AssertionError',
    place: '/code/assertnone.py:1',
  },
  {
    of: 'a module that is not there',
    log: `Traceback (most recent call last):
  File "/code/importerr.py", line 1, in <module>
    import pandaas
ModuleNotFoundError: No module named 'pandaas'
`,
    title: "ModuleNotFoundError: No module named 'pandaas'",
    place: '/code/importerr.py:1',
  },
  {
    of: 'a spawned process',
    log: `Process SpawnProcess-1:
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/process.py", line 314, in _bootstrap
    self.run()
  File "/usr/lib/python3.11/multiprocessing/process.py", line 108, in run
    self._target(*self._args, **self._kwargs)
  File "/code/spawn.py", line 2, in f
    def f(): raise ValueError('bad shard 3')
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
ValueError: bad shard 3
`,
    title: 'ValueError: bad shard 3',
    place: '/code/spawn.py:2',
  },
  {
    of: 'words before a warning of leaked semaphores',
    log: `ValueError is not raised here
Epoch 3 diverged
/usr/lib/python3.11/multiprocessing/resource_tracker.py:224: UserWarning: resource_tracker: There appear to be 6 leaked semaphore objects to clean up at shutdown
  warnings.warn('resource_tracker: There appear to be %d '
`,
    title: 'Epoch 3 diverged',
    place: null,
  },
]
