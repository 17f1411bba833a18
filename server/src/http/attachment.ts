/**
 * Headers of a file from users: it is saved, never shown as a page of this site.
 * @param name the file's name; characters that headers cannot carry become '_' in the plain form
 */
export function attachmentHeaders(name: string, type = 'application/octet-stream'): Record<string, string> {
  const last = name.split('/').at(-1) || 'file'
  const plain = last.replaceAll(/[^A-Za-z0-9._-]/g, '_')
  const encoded = encodeURIComponent(last).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
  }
}
