import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DirectUpload } from '@podium/storage/object-store.ts'

/** An upload and its owner, as every server must know it. */
export interface BegunUpload {
  workspace_id: string
  bucket: string
  path: string
  replace: boolean
  account_id: string | null
  store: DirectUpload
}

/** The name holds the whole upload, signed. The client sends it with each call, so any server can continue it. */
export function nameOfUpload(upload: BegunUpload, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(upload)).toString('base64url')
  return `${text}.${sealOf(text, key).toString('base64url')}`
}

/** Returns null if no server of this installation created the name. */
export function uploadNamed(name: string, key: Buffer): BegunUpload | null {
  const [text = '', seal = ''] = name.split('.')
  const [sent, right] = [Buffer.from(seal, 'base64url'), sealOf(text, key)]
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as BegunUpload
}

function sealOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
