// What the image says of itself. Plain Node, no dependency.

/** Where programs are looked for, as Debian's own images have it. */
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The settings of the last stage of a Containerfile, in the words of an OCI image. */
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
