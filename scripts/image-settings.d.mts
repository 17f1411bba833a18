export interface ImageSettings {
  User: string
  WorkingDir: string
  Env: string[]
  ExposedPorts: Record<string, object>
  Entrypoint: string[]
  Cmd: string[]
}

export function imageSettings(containerfile: string): ImageSettings
