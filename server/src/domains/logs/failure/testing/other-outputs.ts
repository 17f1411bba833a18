import type { Output } from './output.ts'

/** Ends of programs without a Python exception. */
export const OTHER_OUTPUTS: Output[] = [
  {
    of: "rich's handler of logging",
    log: `[10:00:00] INFO     the step begins                                     a10.py:9
[10:00:01] ERROR    the step failed                                     a10.py:10
`,
    title: 'the step failed',
    place: 'a10.py:10',
  },
  {
    of: 'typer',
    log: `Usage: train.py [OPTIONS]
Try 'train.py --help' for help.
╭─ Error ─────────────────────────────────────────────────────────────────────╮
│ No such option: --lrr Did you mean --lr?                                    │
╰─────────────────────────────────────────────────────────────────────────────╯
`,
    title: 'No such option: --lrr Did you mean --lr?',
    place: null,
  },
  {
    of: 'click',
    log: `Usage: train.py [OPTIONS]
Try 'train.py --help' for help.

Error: Invalid value for '--lr': 'x' is not a valid float.
`,
    title: "Error: Invalid value for '--lr': 'x' is not a valid float.",
    place: null,
  },
  {
    of: 'argparse',
    log: `usage: train.py [-h] [--lr LR]
train.py: error: argument --lr: invalid float value: 'x'
`,
    title: "train.py: error: argument --lr: invalid float value: 'x'",
    place: null,
  },
  {
    of: 'C++',
    log: `terminate called after throwing an instance of 'std::runtime_error'
  what():  the table has no rows
Aborted (core dumped)
`,
    title: 'the table has no rows',
    place: null,
  },
  {
    of: 'Go',
    log: `loading
panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.main()
	/code/main.go:8 +0x1d
exit status 2
`,
    title: 'panic: runtime error: index out of range [3] with length 3',
    place: null,
  },
  {
    of: 'Rust',
    log: `thread 'main' panicked at src/main.rs:2:5:
no rows in the table
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
`,
    title: "thread 'main' panicked at src/main.rs:2:5: no rows in the table",
    place: null,
  },
  {
    of: 'Node',
    log: `/code/train.js:3
    throw new Error('no rows')
    ^

Error: no rows
    at Object.<anonymous> (/code/train.js:3:7)

Node.js v22.1.0
`,
    title: 'Error: no rows',
    place: null,
  },
  {
    of: 'Java',
    log: `Exception in thread "main" java.lang.IllegalStateException: no rows
	at com.example.Main.main(Main.java:3)
`,
    title: 'Exception in thread "main" java.lang.IllegalStateException: no rows',
    place: null,
  },
  {
    of: 'Spark',
    log: `26/01/01 10:00:00 INFO SparkContext: Running
26/01/01 10:00:01 ERROR TaskSchedulerImpl: Lost executor 0: no memory
26/01/01 10:00:02 INFO SparkContext: Stopped
`,
    title: 'TaskSchedulerImpl: Lost executor 0: no memory',
    place: null,
  },
  {
    of: 'R',
    log: `Error in read.csv("a.csv") : cannot open the connection
Calls: main -> read.csv
Execution halted
`,
    title: 'Error in read.csv("a.csv") : cannot open the connection',
    place: null,
  },
  {
    of: 'Julia',
    log: `ERROR: LoadError: ArgumentError: no rows
Stacktrace:
 [1] top-level scope
   @ /code/train.jl:3
`,
    title: 'LoadError: ArgumentError: no rows',
    place: null,
  },
  {
    of: 'a shell',
    log: `run.sh: line 3: foo: command not found
`,
    title: 'run.sh: line 3: foo: command not found',
    place: null,
  },
  {
    of: 'loguru',
    log: `2026-01-01 10:00:00.000 | ERROR    | __main__:main:8 - the table has no rows
2026-01-01 10:00:00.001 | INFO     | __main__:main:9 - done
`,
    title: '__main__:main:8 - the table has no rows',
    place: null,
  },
  {
    of: 'a figure that is called an error',
    log: `epoch 1 val error: 0.25
epoch 2 val error: 0.21
`,
    title: null,
    place: null,
  },
]
