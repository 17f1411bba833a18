import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '@podium/storage/s3/service.ts'

const PART = Buffer.alloc(8 * 1024 ** 2, 'podium')

/** The SDK in this process, with Podium's part size and sequential parts. Each call returns its seconds. */
export function createBareClient({ endpoint, region, path_style }: S3Settings, Bucket: string) {
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    region,
    forcePathStyle: path_style,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = { Bucket, Key: 'bare.bin' }

  return {
    async up(bytes: number): Promise<number> {
      const began = performance.now()
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let PartNumber = 1; PartNumber * PART.length <= bytes; PartNumber += 1) {
        const part = new UploadPartCommand({ ...place, UploadId, PartNumber, Body: PART })
        const { ETag } = await client.send(part)
        Parts.push({ PartNumber, ETag })
      }
      await client.send(
        new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }),
      )
      return (performance.now() - began) / 1000
    },

    async down(bytes: number): Promise<number> {
      const began = performance.now()
      const { Body } = await client.send(new GetObjectCommand(place))
      let come = 0
      for await (const chunk of Body as AsyncIterable<Buffer>) come += chunk.length
      if (come !== bytes) throw new Error(`The bare client read ${come} of ${bytes} bytes.`)
      return (performance.now() - began) / 1000
    },
  }
}
