import { expect, test } from 'vitest'
import { describePlace, placeAt, readObjectsSettings } from './objects-settings.ts'
import { readSettings } from './settings.ts'

function read(value: string) {
  const settings = readSettings({ PODIUM_OBJECTS_URL: value })
  return { objects: readObjectsSettings(settings, '/home'), problems: settings.problems }
}

const S3 = {
  kind: 's3',
  endpoint: null,
  direct: null,
  region: 'us-east-1',
  path_style: false,
  bucket: null,
  prefix: '',
}

test.each([
  ['', { kind: 'home', root: '/home/objects' }],
  ['file:///srv/shared/podium', { kind: 'folder', root: '/srv/shared/podium' }],
  ['s3://?region=eu-1', { ...S3, region: 'eu-1' }],
  [
    's3://?endpoint=https://s3.example.org:9000&region=eu-1&path_style=1',
    { ...S3, endpoint: 'https://s3.example.org:9000', region: 'eu-1', path_style: true },
  ],
  ['s3://?direct=https://s3.example.org', { ...S3, direct: 'https://s3.example.org' }],
  ['s3://lab-data', { ...S3, bucket: 'lab-data' }],
  ['s3://lab-data?prefix=podium/one', { ...S3, bucket: 'lab-data', prefix: 'podium/one/' }],
])('reads the place of objects from %s', (value, objects) => {
  expect(read(value)).toEqual({ objects, problems: [] })
})

test.each([
  'minio.example.org',
  'https://s3.example.org',
  'file://srv/shared',
  'file:///',
  's3://AKIA:secret@lab',
  's3://?prefix=podium',
  's3://lab/podium',
  's3://Lab',
  's3://lab?prefix=../other',
  's3://?secret_access_key=secret',
  's3://?endpoint=secret',
  's3://?direct=secret',
  's3://?direct=https://s3.example.org/below',
  's3://?path_style=yes',
  's3://?region=Europe West',
])('refuses %s with one sentence that does not quote it', (value) => {
  const { problems } = read(value)
  expect(problems).toEqual([expect.stringMatching(/^PODIUM_OBJECTS_URL: .*\.$/)])
  expect(problems[0]).not.toMatch(/secret_|secret@|=secret|AKIA/)
})

test.each([
  ['file:///srv/shared/podium', 'Files are kept in /srv/shared/podium.'],
  [
    's3://?region=eu-1',
    'Files are kept in Amazon S3 in eu-1, a bucket for each workspace. All go through the servers.',
  ],
  [
    's3://lab?prefix=podium&endpoint=https://s3.internal:9000/?key=x&direct=https://s3.example.org',
    'Files are kept in S3 at https://s3.internal:9000, all in lab/podium/. Large ones go between clients and https://s3.example.org directly.',
  ],
])('logs the place of %s', (address, sentence) => {
  expect(describePlace(placeAt(address))).toBe(sentence)
})
