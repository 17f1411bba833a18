/** Logs of programs that ran without a network; frames in the middle of tracebacks are left out. */
export const NETWORK_OUTPUTS: readonly { of: string; log: string }[] = [
  {
    of: 'requests',
    log: `Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/env/lib/python3.11/site-packages/requests/adapters.py", line 729, in send
    raise ConnectionError(e, request=request)
requests.exceptions.ConnectionError: HTTPSConnectionPool(host='data.example.com', port=443): Max retries exceeded with url: /x.csv (Caused by NameResolutionError("HTTPSConnection(host='data.example.com', port=443): Failed to resolve 'data.example.com' ([Errno -3] Temporary failure in name resolution)"))
`,
  },
  {
    of: 'urllib3',
    log: `Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/env/lib/python3.11/site-packages/urllib3/connection.py", line 246, in _new_conn
    raise NameResolutionError(self.host, self, e) from e
urllib3.exceptions.NameResolutionError: HTTPSConnection(host='data.example.com', port=443): Failed to resolve 'data.example.com' ([Errno -3] Temporary failure in name resolution)
`,
  },
  {
    of: 'socket.gaierror',
    log: `Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/usr/lib/python3.11/socket.py", line 827, in create_connection
    for res in getaddrinfo(host, port, 0, SOCK_STREAM):
  File "/usr/lib/python3.11/socket.py", line 962, in getaddrinfo
    for res in _socket.getaddrinfo(host, port, family, type, proto, flags):
socket.gaierror: [Errno -3] Temporary failure in name resolution
`,
  },
  {
    of: 'an address without a name',
    log: `Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/usr/lib/python3.11/socket.py", line 851, in create_connection
    raise exceptions[0]
  File "/usr/lib/python3.11/socket.py", line 836, in create_connection
    sock.connect(sa)
OSError: [Errno 101] Network is unreachable
`,
  },
  {
    of: 'httpx',
    log: `Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/env/lib/python3.11/site-packages/httpx/_transports/default.py", line 118, in map_httpcore_exceptions
    raise mapped_exc(message) from exc
httpx.ConnectError: [Errno -3] Temporary failure in name resolution
`,
  },
  {
    of: 'huggingface_hub',
    log: `'[Errno -3] Temporary failure in name resolution' thrown while requesting HEAD https://huggingface.co/bert-base-uncased/resolve/main/config.json
Retrying in 1s [Retry 1/5].
Traceback (most recent call last):
  File "/work/RUN/1/cwd/train.py", line 7, in main
  File "/env/lib/python3.11/site-packages/huggingface_hub/file_download.py", line 1962, in _raise_on_head_call_error
    raise LocalEntryNotFoundError(
huggingface_hub.errors.LocalEntryNotFoundError: An error happened while trying to locate the file on the Hub and we cannot find the requested files in the local cache. Please check your connection and try again or make sure your Internet connection is on.
`,
  },
  {
    of: 'pip',
    log: `WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f0000000000>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/einops/
ERROR: Could not find a version that satisfies the requirement einops (from versions: none)
ERROR: No matching distribution found for einops
`,
  },
  {
    of: 'curl',
    log: `curl: (6) Could not resolve host: data.example.com
`,
  },
  {
    of: 'curl, with an address',
    log: `curl: (7) Failed to connect to 10.1.2.3 port 80 after 0 ms: Couldn't connect to server
`,
  },
  {
    of: 'wget',
    log: `wget: unable to resolve host address ‘data.example.com’
`,
  },
  {
    of: 'git',
    log: `Cloning into 'x'...
fatal: unable to access 'https://git.example.com/x.git/': Could not resolve host: git.example.com
`,
  },
  {
    of: 'npm',
    log: `npm error code EAI_AGAIN
npm error syscall getaddrinfo
npm error errno EAI_AGAIN
npm error request to https://registry.example.com/left-pad failed, reason: getaddrinfo EAI_AGAIN registry.example.com
npm error A complete log of this run can be found in: /home/.npm/_logs/2026-11-30T11_58_02_162Z-debug-0.log
`,
  },
  {
    of: 'node',
    log: `node:events:502
      throw er; // Unhandled 'error' event

Error: connect ENETUNREACH 10.1.2.3:5432 - Local (0.0.0.0:0)
    at internalConnect (node:net:1098:16)
    at defaultTriggerAsyncIdScope (node:internal/async_hooks:464:18)
    at node:net:1328:9
    at process.processTicksAndRejections (node:internal/process/task_queues:77:11)
Emitted 'error' event on Socket instance at:
    at emitErrorNT (node:internal/streams/destroy:169:8)
    at emitErrorCloseNT (node:internal/streams/destroy:128:3)
    at process.processTicksAndRejections (node:internal/process/task_queues:82:21) {
  errno: -101,
  code: 'ENETUNREACH',
  syscall: 'connect',
  address: '10.1.2.3',
  port: 5432
}

Node.js v20.20.2
`,
  },
]
