type Values = Record<string, string | number>

/** What uploads and files of data sets are refused with; part of `errors`. */
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
      `The bytes that arrived are not those that were announced as ${p.sha256}. Nothing was stored: the file may have changed while it was read. Upload it again.`,
  },
  'DATA_SET.CONTENTS': {
    status: 422,
    detail: (p: Values) =>
      `At byte ${p.at} a content has to begin: a line with its SHA-256 in hex and its size, such as '3a7bd3e2… 1024', then that many bytes. Send a content of more than ${p.most} bytes by itself.`,
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
  'DATA_SET.STALE': {
    status: 409,
    detail: (p: Values) =>
      `Version ${p.version} was made after this upload began with the files of the one before, and its changes would be lost. Upload again to begin with its files: what has arrived is not sent again.`,
  },
  'DATA_SET.EMPTY': {
    status: 422,
    detail: () => 'A version has at least one file. Add files to the upload.',
  },
  'DATA_SET.FOLDER': {
    status: 422,
    detail: (p: Values) => `${p.path} is a file and a folder in this version. Rename one of them.`,
  },
  'DATA_SET.CHANGED': {
    status: 410,
    detail: (p: Values) =>
      `${p.path} was changed or removed in the bucket after this version was made of the folder. Upload the files as a new version.`,
  },
}
