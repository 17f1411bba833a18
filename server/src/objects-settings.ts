import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWebAddress, patterns } from '@podium/contract/rules/rules.ts'
import type { Settings } from './settings.ts'

const NAME = 'PODIUM_OBJECTS_URL'
const KNOWN = ['endpoint', 'direct', 'region', 'path_style', 'prefix']
const PREFIX = /^[A-Za-z0-9_-]{1,60}(\/[A-Za-z0-9_-]{1,60}){0,2}$/

/** The place of the objects. */
export type ObjectsSettings =
  | { kind: 'home'; root: string }
  | { kind: 'folder'; root: string }
  | {
      kind: 's3'
      endpoint: string | null
      direct: string | null
      region: string
      path_style: boolean
      bucket: string | null
      prefix: string
    }

/** Errors are added to the settings' problems, without the value, which may hold keys. */
export function readObjectsSettings(settings: Settings, home: string): ObjectsSettings {
  const value = settings.text(NAME)
  if (value === null) return homeObjects(home)
  try {
    return placeAt(value)
  } catch (error) {
    settings.problems.push(`${NAME}: ${(error as Error).message}`)
    return homeObjects(home)
  }
}

/** For the log at the start. An S3 address holds no keys; anything behind the host is left out anyway. */
export function describePlace(objects: ObjectsSettings): string {
  if (objects.kind !== 's3') return `Files are kept in ${objects.root}.`
  const { endpoint, direct, region, bucket, prefix } = objects
  const service = endpoint === null ? `Amazon S3 in ${region}` : `S3 at ${new URL(endpoint).origin}`
  const buckets = bucket === null ? 'a bucket for each workspace' : `all in ${bucket}/${prefix}`
  const way =
    direct === null ? 'All go through the servers' : `Large ones go between clients and ${direct} directly`
  return `Files are kept in ${service}, ${buckets}. ${way}.`
}

/** The default place of the objects. */
export function homeObjects(home: string): ObjectsSettings {
  return { kind: 'home', root: join(home, 'objects') }
}

/** @throws an error that says what is wrong with the address */
export function placeAt(address: string): ObjectsSettings {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.username || url?.password) throw new Error(NO_KEYS)
  if (url?.protocol === 'file:') return { kind: 'folder', root: folderOf(url) }
  if (url?.protocol === 's3:') return readS3(url)
  throw new Error(NO_ADDRESS)
}

const NO_ADDRESS =
  'give an address like file:///srv/shared/podium or s3://?endpoint=https://s3.example.org&region=eu-1&path_style=1.'
const NO_KEYS = 'it must not contain keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.'

function folderOf(url: URL): string {
  if (url.host === '' && url.search === '' && url.pathname !== '/') return fileURLToPath(url)
  throw new Error('a folder has three slashes and its full path, as in file:///srv/shared/podium.')
}

function readS3({ host, pathname, searchParams }: URL): ObjectsSettings {
  const refuse = (sentence: string): never => {
    throw new Error(sentence)
  }
  const bucket = host === '' ? null : host
  const prefix = searchParams.get('prefix')
  const endpoint = searchParams.get('endpoint')
  const direct = searchParams.get('direct')
  const region = searchParams.get('region') ?? 'us-east-1'
  const path_style = searchParams.get('path_style') ?? '0'
  if ([...searchParams.keys()].some((key) => !KNOWN.includes(key)))
    refuse(`only ${KNOWN.join(', ')} are allowed after the question mark.`)
  if (pathname !== '' && pathname !== '/') refuse('give a prefix within the bucket as s3://BUCKET?prefix=….')
  if (bucket !== null && !patterns.bucket.test(bucket)) refuse('the part after s3:// is not a bucket name.')
  if (prefix !== null && bucket === null) refuse('prefix= needs the bucket, as in s3://BUCKET?prefix=….')
  if (prefix !== null && !PREFIX.test(prefix))
    refuse('prefix= takes letters, digits, - and _, in up to three parts with slashes between them.')
  if (endpoint !== null && !isWebAddress(endpoint)) refuse('endpoint= takes an http or https address.')
  if (direct !== null && !isOrigin(direct))
    refuse('direct= takes an http or https address without a path, as in https://s3.example.org.')
  if (!/^[a-z0-9-]+$/.test(region)) refuse('region= takes lower-case letters, digits and -.')
  if (path_style !== '0' && path_style !== '1') refuse('path_style= is 1 or 0.')
  return {
    kind: 's3',
    endpoint,
    direct,
    region,
    path_style: path_style === '1',
    bucket,
    prefix: prefix === null ? '' : `${prefix}/`,
  }
}

function isOrigin(address: string): boolean {
  return isWebAddress(address) && [new URL(address).origin, `${new URL(address).origin}/`].includes(address)
}
