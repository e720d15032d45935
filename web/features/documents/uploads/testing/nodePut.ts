/// <reference types="node" />
import { request } from 'node:http'
import { pipeline } from 'node:stream'
import { type PutOptions, TransferFailure } from '../port.ts'
import { reasons } from '../reasons.ts'
import { transferFailure } from '../transferAnswers.ts'

const PART_BYTES = 256 * 1024

/** What `xhrPut` is in the browser, for Node: a streamed PUT with progress, by plain HTTP. */
export function nodePut(
  url: string,
  file: Blob,
  { contentType, signal, onProgress, from }: PutOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': contentType,
      'Content-Length': file.size - (from ?? 0),
      ...(from !== undefined && { 'Content-Range': `bytes ${from}-${file.size - 1}/${file.size}` }),
    }
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
    pipeline(partsOf(file, from ?? 0, onProgress), outgoing, () => {})
  })
}

/** The file in parts; a part is told as sent once the next is asked for, that is, when the socket took it. */
async function* partsOf(
  file: Blob,
  from: number,
  onProgress: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < file.size; at += PART_BYTES) {
    const part = file.slice(at, at + PART_BYTES)
    yield new Uint8Array(await part.arrayBuffer())
    onProgress(at + part.size)
  }
}
