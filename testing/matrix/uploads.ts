import { createHash } from 'node:crypto'
import type { Client } from '../client.ts'

interface Presigned {
  uploads: { url: string; version: string; file: { id: string } }[]
}

/** Announces one file. */
export async function presign(
  client: Client,
  treeId: string,
  parentId: string,
  name: string,
  size: number,
): Promise<Presigned['uploads'][number]> {
  const { data, errors } = await client.graphql(
    `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
      documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url version file { id } } }
    }`,
    { treeId, files: [{ name, size, parentId }] },
  )
  const upload = (data?.documentsPresignUploads as Presigned | undefined)?.uploads[0]
  if (!upload) throw new Error(`${name} was not announced: ${JSON.stringify(errors)}`)
  return upload
}

export const confirm = (client: Client, treeId: string, upload: { version: string; file: { id: string } }) =>
  client.graphql(
    `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
      documentsConfirmUploads(treeId: $treeId, uploads: $uploads) { files { id name } failedIds }
    }`,
    { treeId, uploads: [{ version: upload.version, documentId: upload.file.id }] },
  )

/** Uploads one file through the whole conversation: announcement, transfer, confirmation. */
export async function uploadFile(
  client: Client,
  treeId: string,
  parentId: string,
  name: string,
  content: string | Buffer = `Content of ${name}`,
): Promise<string> {
  const body = Buffer.from(content)
  const upload = await presign(client, treeId, parentId, name, body.length)
  const put = await client.request(upload.url, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/pdf' },
  })
  if (put.status !== 200) throw new Error(`PUT of ${name} answered ${put.status}: ${await put.text()}`)
  const { data } = await confirm(client, treeId, upload)
  const { files } = (data?.documentsConfirmUploads ?? {}) as { files: { id: string }[] }
  return files[0]?.id ?? ''
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
