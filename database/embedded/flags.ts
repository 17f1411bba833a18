import { SOCKET_PORT } from './socket-folder.ts'

/** Settings for one server and a handful of connections, with every commit on the disk. */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '40',
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements contain user input, so none is ever logged; the caller reports failed ones.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

export interface FlagOptions {
  data: string
  socket: string
  /** settings that differ from the product's, for tests */
  settings?: Record<string, string>
}

/** Passed as arguments, not in a file, so that a newer Podium applies its own to an older database. */
export function flagsOf({ data, socket, settings = {} }: FlagOptions): string[] {
  const all: Record<string, string> = {
    ...SETTINGS,
    ...settings,
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // a list, quoted because a folder's name may contain a comma
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
