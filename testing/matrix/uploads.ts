import { createHash } from 'node:crypto'
import type { Client } from '../client.ts'

interface Presigned {
  uploads: {
    url: string
    version: string
    file: { id: string }
    headers: { name: string; value: string }[]
  }[]
}

/** Announces one file; with its hash it may be sent straight to a store of objects (STORE-22). */
export async function presign(
  client: Client,
  treeId: string,
  parentId: string,
  file: { name: string; size: number; sha256?: string },
): Promise<Presigned['uploads'][number]> {
  const { data, errors } = await client.graphql(
    `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
      documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url version file { id } headers { name value } } }
    }`,
    { treeId, files: [{ ...file, parentId }] },
  )
  const upload = (data?.documentsPresignUploads as Presigned | undefined)?.uploads[0]
  if (!upload) throw new Error(`${file.name} was not announced: ${JSON.stringify(errors)}`)
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
  const file = { name, size: body.length, sha256: sha256(body) }
  const upload = await presign(client, treeId, parentId, file)
  const headers = Object.fromEntries(upload.headers.map((header) => [header.name, header.value]))
  const request = { method: 'PUT', body: new Uint8Array(body), headers }
  const put = await (upload.url.startsWith('/')
    ? client.request(upload.url, request)
    : fetch(upload.url, request))
  if (put.status !== 200) throw new Error(`PUT of ${name} answered ${put.status}: ${await put.text()}`)
  const { data } = await confirm(client, treeId, upload)
  const { files } = (data?.documentsConfirmUploads ?? {}) as { files: { id: string }[] }
  return files[0]?.id ?? ''
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
