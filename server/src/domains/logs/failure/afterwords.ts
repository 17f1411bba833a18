/** Patterns of lines that programs, launchers and shells write after the reason, and that do not explain it. */
const AFTERWORDS = [
  // rules, borders of boxes and empty lines
  /^[^\p{L}\p{N}]*$/u,
  /resource_tracker|leaked (?:semaphore|shared_memory|folder)/,
  /HYDRA_FULL_ERROR/,
  /^(?:wandb|srun|slurmstepd|make(?:\[\d+\])?): /,
  /(?:User|Future|Deprecation|Runtime|Resource)Warning: |warnings\.warn\(/,
  /^Exception ignored (?:in|on)\b/,
  /^(?:\[rank\d+\]:)?\s*\[?[IW]\d{4}\s/,
  /^\[[\d-]+ [\d:,]+\] \[(?:INFO|WARNING|ERROR)\] \[launch\.py/,
  /torch[./]distributed[./]elastic/,
  /^ERROR conda\.cli\.main_run/,
  /^\s*(?:Aborted|Killed|Terminated|Segmentation fault)(?: \(core dumped\))?$/,
  /: line \d+:\s+\d+ (?:Aborted|Killed|Terminated|Segmentation fault)/,
  /^Execution halted$|^Calls: |^Node\.js v\d|^note: run with `RUST_BACKTRACE|^exit status \d+$/,
  /For further information visit |^Sentry is attempting/,
  /^CUDA kernel errors might be |^For debugging consider passing |^Compile with `TORCH_USE_CUDA_DSA`/,
]
/** Longer lines are data; no pattern is searched in them. */
const LONGEST = 2000

export function isAfterword(line: string): boolean {
  return line.length <= LONGEST && AFTERWORDS.some((pattern) => pattern.test(line))
}
