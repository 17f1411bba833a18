type Values = Record<string, string | number>

/** Errors of uploads to data sets and of their files; part of `errors`. */
export const dataSetErrors = {
  'DATA_SET.NAME.TAKEN': {
    status: 409,
    detail: (p: Values) =>
      `A data set named ${p.name} already exists in this workspace. Choose another name.`,
  },
  'DATA_SET.MANY': {
    status: 422,
    detail: (p: Values) =>
      `A version has at most ${p.most} files. Pack small files that belong together into one.`,
  },
  'DATA_SET.CONTENT': {
    status: 422,
    detail: (p: Values) =>
      `The bytes that arrived do not match the announced hash ${p.sha256}, so nothing was stored. The file may have changed while it was read: upload it again.`,
  },
  'DATA_SET.CONTENTS': {
    status: 422,
    detail: (p: Values) =>
      `At byte ${p.at} the next content must begin: first a line with its SHA-256 in hex and its size, such as '3a7bd3e2… 1024', then that many bytes. Send a content of more than ${p.most} bytes by itself.`,
  },
  'DATA_SET.CONTENTS.MANY': {
    status: 422,
    detail: (p: Values) => `One call sends at most ${p.most} contents. Send the others in another call.`,
  },
  'DATA_SET.INCOMPLETE': {
    status: 409,
    detail: (p: Values) =>
      `${p.count} ${p.count === 1 ? 'content has' : 'contents have'} not arrived yet. Announce the files again and send what is missing.`,
  },
  'DATA_SET.UPLOADS': {
    status: 409,
    detail: (p: Values) =>
      `You have ${p.most} unfinished uploads of this data set. Wait until one has ended, or 15 minutes after it broke off.`,
  },
  'DATA_SET.STALE': {
    status: 409,
    detail: (p: Values) =>
      `Version ${p.version} was made while this upload was running. Nothing was saved, so that its files are not lost. Upload again to start from that version: files that have arrived are not sent again.`,
  },
  'DATA_SET.EMPTY': {
    status: 422,
    detail: () => 'A version has at least one file. Add files to the upload.',
  },
  'DATA_SET.FOLDER': {
    status: 422,
    detail: (p: Values) => `${p.path} is both a file and a folder in this version. Rename one of them.`,
  },
  'DATA_SET.CHANGED': {
    status: 410,
    detail: (p: Values) =>
      `${p.path} was changed or removed in the bucket after the version was made, so it can no longer be read. Upload the files as a new version.`,
  },
}
