// Reads the settings of the image. Plain Node, no dependency.

/** The search path, as in Debian's own images. */
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Returns the settings of a Containerfile's last stage as those of an OCI image. */
export function imageSettings(containerfile) {
  const stage = containerfile.slice(containerfile.lastIndexOf('\nFROM '))
  const saidBy = (instruction) => {
    const found = new RegExp(`^${instruction} (.+)$`, 'm').exec(stage)
    if (!found) throw new Error(`The last stage of the Containerfile has no ${instruction}.`)
    return found[1]
  }
  return {
    User: saidBy('USER'),
    WorkingDir: saidBy('WORKDIR'),
    Env: [PATH, ...saidBy('ENV').split(' ')],
    ExposedPorts: { [`${saidBy('EXPOSE')}/tcp`]: {} },
    Entrypoint: JSON.parse(saidBy('ENTRYPOINT')),
    Cmd: JSON.parse(saidBy('CMD')),
  }
}
