/// <reference types="node" />
import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type PutOptions, TransferFailure } from '../port.ts'
import { reasons } from '../reasons.ts'
import { transferFailure } from '../transferAnswers.ts'

/** What `xhrPut` is in the browser, for Node: a streamed PUT with progress, by plain HTTP. */
export function nodePut(
  url: string,
  file: File,
  { contentType, signal, onProgress }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': contentType, 'Content-Length': file.size }
    const outgoing = request(url, { method: 'PUT', headers, signal })
    outgoing.on('error', () => {
      reject(signal.aborted ? signal.reason : new TransferFailure(reasons.connectionLost))
    })
    outgoing.on('response', async (answer) => {
      let body = ''
      for await (const part of answer.setEncoding('utf8')) body += part
      const failure = transferFailure(answer.statusCode ?? 0, body)
      if (failure) reject(failure)
      else resolve()
    })
    let sent = 0
    const body = Readable.fromWeb(file.stream() as ReadableStream)
    body.on('data', (part: Uint8Array) => {
      sent += part.length
      onProgress(sent)
    })
    body.on('error', () => outgoing.destroy())
    body.pipe(outgoing)
  })
}
