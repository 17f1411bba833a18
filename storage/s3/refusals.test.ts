import { expect, test } from 'vitest'
import { StoreAway } from '../object-store.ts'
import { REFUSALS_OF_SERVICES } from '../testing/refusals-of-services.ts'
import { kindOf, meaningOf, S3Refusal } from './refusals.ts'

test.each(REFUSALS_OF_SERVICES)('%s: %i %s becomes a sentence', (_service, status, code, sentence) => {
  const sdk = Object.assign(new Error('No.'), { name: code, $metadata: { httpStatusCode: status } })
  const meaning = meaningOf(sdk)
  if (sentence === null) expect(meaning).toBeInstanceOf(StoreAway)
  else expect(meaning).toMatchObject({ message: `${sentence}: tell an administrator.` })
})

test('does not blame the store for an answer about one call', () => {
  for (const [status, code] of [
    [404, 'NoSuchKey'],
    [404, 'NoSuchBucket'],
    [409, 'BucketNotEmpty'],
    [412, 'PreconditionFailed'],
    [416, 'InvalidRange'],
    [501, 'NotImplemented'],
    [400, 'InvalidBucketName'],
  ] as const)
    expect([code, kindOf(status, code)]).toEqual([code, null])
})

test('keeps nothing of the call in a refusal but words', () => {
  const $response = { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=…' } }
  const sdk = Object.assign(new Error('No.'), {
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
    $response,
  })
  const meaning = meaningOf(sdk)
  expect(meaning).toBeInstanceOf(S3Refusal)
  expect(JSON.stringify(meaning)).not.toContain('Credential')
})
