import { createHash } from 'node:crypto'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { newId } from '../../ids.ts'
import { madeAt, validKey } from '../keys.ts'
import type { Observe } from '../observed.ts'
import { KeyMissingError, NotRemovedError, type Storage, type Unfinished } from '../storage.ts'
import { createCalls, createClient } from './calls.ts'
import type { KeyClaims } from './claims.ts'
import { conditionalWrites } from './conditional.ts'
import { createDirectTransfers } from './direct.ts'
import { isMissing } from './failures.ts'
import { findKept } from './kept.ts'
import { prefixesOf, type S3Options } from './options.ts'
import { createRoom } from './parts.ts'
import { encryptionOf, endUpload, putObject } from './put.ts'
import { readObject } from './read.ts'

/** Keys in a request that removes; more no store takes. */
const REMOVED_AT_A_TIME = 1000
/** Milliseconds in which a probe has to be answered (STORE-16). */
const PROBE_MS = 2500

/** A transfer of this process. */
interface Running {
  key: string
  /** Of the upload at the store, once there is one. */
  uploadId?: string
  at: Date
  stop: AbortController
}

/**
 * Storage in a bucket: each content is one object under `files/` (STORE-04, STORE-05). Nothing touches a disk; memory holds
 * parts of what is on its way (STORE-07).
 */
export function createS3Storage(options: S3Options, claims: KeyClaims, observe?: Observe): Storage {
  const { bucket: Bucket } = options
  const { files, incoming } = prefixesOf(options)
  const client = createClient(options, observe)
  const calls = createCalls(client)
  const room = createRoom()
  const running = new Map<string, Running>()
  const nameOf = (key: string): string => files + validKey(key)

  const sizeOf = (name: string): Promise<number | null> =>
    calls((client, abortSignal) =>
      client.send(new HeadObjectCommand({ Bucket, Key: name }), { abortSignal }),
    ).then(
      ({ ContentLength }) => ContentLength ?? 0,
      (error: unknown) => {
        if (isMissing(error)) return null
        throw error
      },
    )
  /** The hash over an object of that many bytes. */
  const hashOf = async (name: string, size: number): Promise<Buffer> => {
    const hash = createHash('sha256')
    if (size > 0)
      await readObject(calls, { Bucket, Key: name }, { start: 0, end: size - 1 }, async (chunk) => {
        hash.update(chunk)
      })
    return hash.digest()
  }

  const putDeps = {
    calls,
    claims,
    room,
    options,
    sizeOf,
    hashOf,
    decides: conditionalWrites(calls, options),
  }

  /** Pages of what lies under a prefix, behind a name. */
  async function* listed(Prefix: string, StartAfter?: string) {
    for (
      let ContinuationToken: string | undefined, isFirst = true;
      isFirst || ContinuationToken;
      isFirst = false
    ) {
      const page = await calls((client, abortSignal) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }), {
          abortSignal,
        }),
      )
      ContinuationToken = page.NextContinuationToken
      yield page.Contents ?? []
    }
  }

  /** Uploads in parts that have not ended, of any process. */
  async function* uploads(Prefix: string): AsyncIterable<Unfinished> {
    const known = new Set([...running.values()].map(({ uploadId }) => uploadId))
    let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
    while (from) {
      const page = await calls((client, abortSignal) =>
        client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }), { abortSignal }),
      )
      for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
        yield {
          key: Key.slice(files.length),
          id: UploadId,
          at: Initiated ?? new Date(),
          isRunning: known.has(UploadId),
        }
      }
      from = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
  }

  /** Those under one name; others may begin with it. */
  async function* uploadsUnder(name: string): AsyncIterable<Unfinished> {
    for await (const upload of uploads(name)) if (files + upload.key === name) yield upload
  }
  const dropKept = async (Key: string): Promise<void> => {
    for await (const { id, isRunning } of uploadsUnder(Key))
      if (!isRunning) await endUpload({ calls }, { Bucket, Key, UploadId: id })
  }
  const keptUnder = (name: string) => findKept(calls, { Bucket, Key: name }, uploadsUnder(name))

  return {
    async put(key, source, { size, ifAbsent = false, from }) {
      const name = nameOf(key)
      const transfer: Running = { key, at: new Date(), stop: new AbortController() }
      const id = newId()
      running.set(id, transfer)
      try {
        const onUpload = (uploadId: string) => {
          transfer.uploadId = uploadId
        }
        const { signal } = transfer.stop
        const deps = { ...putDeps, onUpload, findKept: keptUnder, dropKept }
        const target = { name, size, ifAbsent, signal, ...(from !== undefined && { from }) }
        const filled = await putObject(deps, source, target)
        // The store confirms an object once it outlives a power cut.
        const stored = { ...filled, written: Promise.resolve() }
        // What came before an upload was gone on with can't be read until all of it is there.
        return from ? { ...stored, sha256: await hashOf(name, filled.size) } : stored
      } finally {
        running.delete(id)
      }
    },

    kept: async (key) => (await keptUnder(nameOf(key)))?.size ?? 0,

    head: (key) => Promise.resolve().then(() => sizeOf(nameOf(key))),

    async read(key, range, write) {
      const name = nameOf(key)
      if (range.end >= range.start) return readObject(calls, { Bucket, Key: name }, range, write)
      if ((await sizeOf(name)) === null) throw new KeyMissingError()
    },

    async remove(keys) {
      const names = keys.map(nameOf)
      const failures = new Map<string, unknown>()
      for (let at = 0; at < names.length; at += REMOVED_AT_A_TIME) {
        const Objects = names.slice(at, at + REMOVED_AT_A_TIME).map((Key) => ({ Key }))
        const command = () => new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
        try {
          const { Errors = [] } = await calls((client, abortSignal) =>
            client.send(command(), { abortSignal }),
          )
          for (const { Key = '', Code, Message } of Errors) {
            failures.set(Key.slice(files.length), new Error(`${Code}: ${Message}`))
          }
        } catch (error) {
          for (const { Key } of Objects) failures.set(Key.slice(files.length), error)
        }
      }
      if (failures.size > 0) throw new NotRemovedError(failures)
    },

    async *list({ prefix, from, before }) {
      const after = from && prefix === '' ? undefined : startOf(prefix, from)
      for await (const page of listed(files + prefix, after && files + after)) {
        for (const { Key = '' } of page) {
          const key = Key.slice(files.length)
          const at = from || before ? madeAt(key) : null
          if ((from || before) && (!at || (from && at < from) || (before && at >= before))) continue
          yield key
        }
      }
    },

    async *unfinished(key) {
      const isMeant = (other: string) => key === undefined || other === key
      // What this process sends by one request has no upload at the store, and leaves nothing when the process dies.
      for (const [id, transfer] of running) {
        if (transfer.uploadId === undefined && isMeant(transfer.key)) {
          yield { key: transfer.key, id, at: transfer.at, isRunning: true }
        }
      }
      yield* key === undefined ? uploads(files) : uploadsUnder(nameOf(key))
      if (key !== undefined) return
      for await (const page of listed(incoming)) {
        for (const { Key = '', LastModified } of page) {
          yield { key: Key.slice(incoming.length), id: Key, at: LastModified ?? new Date(), isRunning: false }
        }
      }
    },

    async abort({ key, id }) {
      const mine = running.get(id) ?? [...running.values()].find(({ uploadId }) => uploadId === id)
      mine?.stop.abort(new Error('The transfer was ended.'))
      if (running.has(id)) return
      if (id.startsWith(incoming)) {
        await calls((client) => client.send(new DeleteObjectCommand({ Bucket, Key: id })))
      } else {
        await endUpload({ calls }, { Bucket, Key: nameOf(key), UploadId: id })
      }
    },

    ...(options.publicEndpoint !== undefined && {
      direct: createDirectTransfers({
        calls,
        client,
        claims,
        options,
        endpoint: options.publicEndpoint,
        sizeOf,
        uploadsUnder,
      }),
    }),

    async checkWritable() {
      const Key = `${incoming}probe-${newId()}`
      const once = { once: true, signal: AbortSignal.timeout(PROBE_MS) }
      await calls(
        (client, abortSignal) =>
          client.send(
            new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(0), ...encryptionOf(options) }),
            { abortSignal },
          ),
        once,
      )
      await calls(
        (client, abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
        once,
      )
    },
  }
}

/** The name behind which keys of a beginning are that tell a moment or a later one; they sort by it. */
function startOf(prefix: string, from: Date | undefined): string | undefined {
  if (!from) return undefined
  const time = from.getTime().toString(16).padStart(12, '0')
  return `${prefix}${time.slice(0, 8)}-${time.slice(8)}`
}
