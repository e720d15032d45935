// @vitest-environment node

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpPort } from './httpPort.ts'
import { UploadRefusal } from './port.ts'
import { nodePut } from './testing/nodePut.ts'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** A port on a real client on a real server that gives one answer to everything; null hangs up. */
async function portAnswering(answer: Answer | null) {
  const asked: { operationName: string; variables: unknown }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    asked.push(JSON.parse(body))
    if (answer === null) {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  const client = new ApolloClient({ link: new HttpLink({ uri }), cache: new InMemoryCache() })
  const port = createHttpPort({
    mutate: (mutation, variables) => client.mutate({ mutation, variables, fetchPolicy: 'no-cache' }),
    put: nodePut,
  })
  return { port, asked }
}

const refusalOf = async (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

describe('createHttpPort', () => {
  test('UPL-04 folders are asked for by one mutation; the root goes without a parent', async () => {
    const folders = [{ id: 'd1', name: 'Site' }]
    const { port, asked } = await portAnswering({ body: { data: { documentsCreateFolders: { folders } } } })
    expect(await port.createFolders('t1', 'tree:t1', ['Site'], false)).toEqual(folders)
    await port.createFolders('t1', 'd9', ['Site'], true)
    expect(asked.map(({ operationName, variables }) => [operationName, variables])).toEqual([
      ['DocumentsCreateFolders', { treeId: 't1', parentId: null, folderPaths: ['Site'], staged: false }],
      ['DocumentsCreateFolders', { treeId: 't1', parentId: 'd9', folderPaths: ['Site'], staged: true }],
    ])
  })

  test('UPL-07 addresses are asked for by one mutation, the root by its id', async () => {
    const uploads = [{ file: { id: 'd2', name: 'a.pdf' }, url: '/uploads/v1', version: 'v1' }]
    const { port, asked } = await portAnswering({ body: { data: { documentsPresignUploads: { uploads } } } })
    const files = [{ name: 'a.pdf', size: 5_000_000_000, parentId: 'tree:t1' }]
    expect(await port.presign('t1', files)).toEqual(uploads)
    expect(asked[0]).toMatchObject({
      operationName: 'DocumentsPresignUploads',
      variables: { treeId: 't1', files },
    })
  })

  test('UPL-12 uploads are confirmed by one mutation', async () => {
    const answer = { files: [{ id: 'd2', name: 'a.pdf', parentId: 'd1' }], failedIds: ['d3'] }
    const { port, asked } = await portAnswering({ body: { data: { documentsConfirmUploads: answer } } })
    const uploads = [{ version: 'v1', documentId: 'd2' }]
    expect(await port.confirm('t1', uploads, true)).toEqual(answer)
    expect(asked[0]).toMatchObject({
      operationName: 'DocumentsConfirmUploads',
      variables: { treeId: 't1', uploads, staged: true },
    })
  })

  test('UPL-14 UPL-15 errors in an answer are a refusal, with the texts of the fields', async () => {
    const fields = { 'files.3.name': 'A folder has that name.' }
    const { port } = await portAnswering({
      body: { data: null, errors: [{ message: 'Refused.', extensions: { code: 'CONFLICT', fields } }] },
    })
    expect(await refusalOf(port.presign('t1', []))).toEqual(new UploadRefusal('Refused.', fields))
  })

  test('UPL-15 a request refused as a whole is a refusal too, and says when to come back', async () => {
    const message = 'Too many requests. Please try again in 12 seconds.'
    const { port } = await portAnswering({
      status: 429,
      headers: { 'Retry-After': '12' },
      body: { errors: [{ message, extensions: { code: 'RATE_LIMITED', retryAfter: 12 } }] },
    })
    const refusal = await refusalOf(port.createFolders('t1', 'd1', ['a'], false))
    expect(refusal).toMatchObject({ name: 'UploadRefusal', message, retryAfter: 12 })
  })

  test('a single field that came too often says when to come back as well', async () => {
    const { port } = await portAnswering({
      body: { errors: [{ message: 'Too many.', extensions: { code: 'RATE_LIMITED', retryAfter: 3 } }] },
    })
    expect(await refusalOf(port.confirm('t1', [], false))).toMatchObject({ retryAfter: 3 })
  })

  test.each([[null], [{ status: 502, body: '<h1>Bad gateway</h1>' }]])(
    'UPL-14 no answer of the server (%j) is no refusal: it may have done what was asked',
    async (answer) => {
      const { port } = await portAnswering(answer)
      const error = await refusalOf(port.confirm('t1', [], false))
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(UploadRefusal)
    },
  )
})
